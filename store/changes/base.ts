import type { ClientSession, Collection } from 'mongodb';
import { toTimestamp } from '#contract/timestamp.ts';
import type { ProposedChangeDocument } from '../documents/proposed-change.ts';
import { findOpenFreeze } from '../freezes/freezes.ts';
import type { Database } from '../mongo/database.ts';

type Target = Pick<ProposedChangeDocument, 'workspace_id' | 'operation' | 'target'>;

/** A document of which there are versions. */
interface Versioned {
  _id: string;
  workspace_id: string;
  key: string;
  version: number;
}

/**
 * The version of what a change is of, as the transaction sees it: another text whenever it has changed. Null if there is none.
 */
export async function baseOf(
  db: Database,
  session: ClientSession,
  { workspace_id, operation, target: { id } }: Target,
): Promise<string | null> {
  switch (operation) {
    case 'publishAgent':
      return await newestRef(db.agents, session, workspace_id, id);
    case 'publishPatch':
    case 'importTools':
      return await newestRef(db.patches, session, workspace_id, id);
    case 'publishApprovalPolicy':
      return await newestRef(db.approval_policies, session, workspace_id, id);
    case 'archiveAgent': {
      const agent = await db.agents.findOne({ _id: id, workspace_id }, { session });
      return agent === null ? null : `${agent.key}@${agent.version}`;
    }
    case 'putApproverGroup':
    case 'deleteApproverGroup': {
      const group = await db.approver_groups.findOne({ workspace_id, key: id }, { session });
      // A group that is deleted and made again counts from 1 again.
      return group === null ? null : versionAt(group.version, group.created_at);
    }
    case 'createConnection':
    case 'updateConnection':
    case 'deleteConnection': {
      const connection = await db.connections.findOne({ _id: id, workspace_id }, { session });
      return connection === null ? null : versionAt(connection.changes ?? 0, connection.created_at);
    }
    case 'createApiKey':
    case 'createSigningKey':
    case 'createWebhookEndpoint':
    case 'createPayee':
      return null;
    case 'updatePayee':
    case 'deletePayee': {
      const payee = await db.payees.findOne({ _id: id, workspace_id }, { session });
      return payee && toTimestamp(payee.updated_at ?? payee.created_at);
    }
    case 'enrolPasskey':
      return null;
    case 'putPasskeySettings': {
      const settings = await db.passkey_settings.findOne({ _id: workspace_id }, { session });
      return settings && toTimestamp(settings.updated_at);
    }
    case 'deleteApiKey': {
      const key = await db.api_keys.findOne({ _id: id, workspace_id }, { session });
      return key && toTimestamp(key.created_at);
    }
    case 'deleteSigningKey': {
      const key = await db.signing_keys.findOne({ kid: id, workspace_id }, { session });
      return key && toTimestamp(key.created_at);
    }
    case 'putConsoleSignIn':
    case 'removeConsoleSignIn':
      return (await db.console_sign_ins.findOne({ _id: workspace_id }, { session }))?.sign_in_id ?? null;
    case 'updateMcpSettings': {
      const settings = await db.mcp_settings.findOne({ _id: workspace_id }, { session });
      return settings && toTimestamp(settings.updated_at);
    }
    case 'updateWebhookEndpoint':
    case 'deleteWebhookEndpoint':
    case 'rotateWebhookSecret': {
      const endpoint = await db.webhook_endpoints.findOne({ _id: id, workspace_id }, { session });
      return endpoint && toTimestamp(endpoint.updated_at);
    }
    case 'liftFreeze':
      return (await findOpenFreeze(db, session, workspace_id, id))?._id ?? null;
    case 'putFourEyes': {
      const settings = await db.four_eyes.findOne({ _id: workspace_id }, { session });
      return settings === null ? null : `${settings.version}`;
    }
  }
}

function versionAt(version: number, madeAt: Date): string {
  return `${version}/${toTimestamp(madeAt)}`;
}

async function newestRef<Document extends Versioned>(
  collection: Collection<Document>,
  session: ClientSession,
  workspace_id: string,
  key: string,
): Promise<string | null> {
  const [newest] = await (collection as unknown as Collection<Versioned>)
    .find({ workspace_id, key }, { session, projection: { key: 1, version: 1 } })
    .sort({ version: -1 })
    .limit(1)
    .toArray();
  return newest === undefined ? null : `${newest.key}@${newest.version}`;
}
