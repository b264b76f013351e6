import type { ClientSession } from 'mongodb';
import type { AgentDefinition } from '#contract/agent.ts';
import type { ApprovalPolicyDefinition } from '#contract/approval-policy.ts';
import type { ApproverGroupDocument } from '../documents/approver-group.ts';
import type { ChangeTarget, NewFourEyes } from '#contract/change.ts';
import type { NewMcpSettings } from '#contract/mcp-settings.ts';
import type { NewPasskeySettings } from '#contract/passkey-settings.ts';
import type { WebhookEndpointChange } from '#contract/webhook-endpoint.ts';
import type { FreezeTarget } from '#contract/freeze.ts';
import { fromJsonText } from '#contract/json-text.ts';
import type { PayeeChange } from '#contract/payee.ts';
import type { PublishedDefinition } from '#contract/patch.ts';
import { archiveAgentIn, publishAgentIn } from '../agents/agents.ts';
import { publishApprovalPolicyIn } from '../approval-policies/policies.ts';
import { deleteApproverGroupIn, putApproverGroupIn } from '../approver-groups/groups.ts';
import type { Acting } from '../audit/record.ts';
import {
  deleteConnectionIn,
  insertConnectionIn,
  type SealedConnection,
  updateConnectionIn,
} from '../connections/connections.ts';
import type { ProposedChangeDocument, SealedSecrets } from '../documents/proposed-change.ts';
import { deleteSignInSettingsIn, writeSignInSettingsIn } from '../console/sign-in-settings.ts';
import { deleteApiKeyIn, insertApiKeyIn } from '../credentials/api-keys.ts';
import { deleteSigningKeyIn, insertSigningKeyIn } from '../credentials/signing-keys.ts';
import { liftFreezeIn } from '../freezes/freezes.ts';
import { writeMcpSettingsIn } from '../grants/settings.ts';
import {
  deleteWebhookEndpointIn,
  insertWebhookEndpointIn,
  rotateWebhookSecretIn,
  updateWebhookEndpointIn,
} from '../webhooks/endpoints.ts';
import type { Database } from '../mongo/database.ts';
import { newAgentId, newId } from '../mongo/ids.ts';
import { insertPasskeyIn } from '../passkeys/passkeys.ts';
import { writePasskeySettingsIn } from '../passkeys/settings.ts';
import { addPayeeIn, changePayeeIn, deletePayeeIn } from '../payees/payees.ts';
import { publishPatchIn } from '../patches/patches.ts';
import { writeFourEyes } from '../four-eyes/settings.ts';

/**
 * Makes a proposed change in a transaction.
 * @returns what it made, changed or deleted; undefined if it changed nothing
 * @throws {ServiceError} what a request for the change is refused for
 */
export async function makeChange(
  db: Database,
  session: ClientSession,
  acting: Acting,
  change: ProposedChangeDocument,
): Promise<ChangeTarget | undefined> {
  const { operation, target } = change;
  const { id } = target;
  const body: unknown = fromJsonText(change.body);
  const onlyIf = (isChanged: boolean, result: ChangeTarget = target) => (isChanged ? result : undefined);
  switch (operation) {
    case 'publishAgent': {
      const definition = body as AgentDefinition;
      const { agent, published } = await publishAgentIn(db, session, acting, definition, newAgentId());
      return onlyIf(published, { kind: 'agent', id: agent._id });
    }
    case 'archiveAgent':
      return onlyIf(await archiveAgentIn(db, session, acting, id));
    case 'publishPatch':
    case 'importTools': {
      const { ref } = await publishPatchIn(db, session, acting, body as PublishedDefinition, newId());
      return { kind: 'patch', id: ref };
    }
    case 'publishApprovalPolicy': {
      const definition = body as ApprovalPolicyDefinition;
      const { policy, published } = await publishApprovalPolicyIn(db, session, acting, definition, newId());
      return onlyIf(published, { kind: 'approval_policy', id: policy.ref });
    }
    case 'putApproverGroup': {
      const group = body as Pick<ApproverGroupDocument, 'name' | 'members'>;
      return onlyIf((await putApproverGroupIn(db, session, acting, id, group)).changed);
    }
    case 'deleteApproverGroup':
      return onlyIf(await deleteApproverGroupIn(db, session, acting, id));
    case 'createConnection':
      await insertConnectionIn(
        db,
        session,
        acting,
        id,
        sealedConnection(change) as SealedConnection,
        new Date(),
      );
      return target;
    case 'updateConnection':
      return onlyIf((await updateConnectionIn(db, session, acting, id, sealedConnection(change))) !== null);
    case 'deleteConnection':
      return onlyIf(await deleteConnectionIn(db, session, acting, id));
    case 'createApiKey':
      await insertApiKeyIn(db, session, acting, sealedIn(change, 'api_key'));
      return target;
    case 'deleteApiKey':
      return onlyIf(await deleteApiKeyIn(db, session, acting, id));
    case 'createSigningKey':
      await insertSigningKeyIn(db, session, acting, sealedIn(change, 'signing_key'));
      return target;
    case 'deleteSigningKey':
      return onlyIf(await deleteSigningKeyIn(db, session, acting, id));
    case 'putConsoleSignIn': {
      const before = await db.console_sign_ins.findOne({ _id: acting.workspace_id }, { session });
      const settings = sealedIn(change, 'sign_in');
      return onlyIf(await writeSignInSettingsIn(db, session, acting, before, settings));
    }
    case 'removeConsoleSignIn':
      return onlyIf(await deleteSignInSettingsIn(db, session, acting));
    case 'updateMcpSettings':
      await writeMcpSettingsIn(db, session, acting, body as NewMcpSettings);
      return target;
    case 'createWebhookEndpoint':
      await insertWebhookEndpointIn(db, session, acting, sealedIn(change, 'webhook_endpoint'));
      return target;
    case 'updateWebhookEndpoint': {
      const fields = body as WebhookEndpointChange;
      return onlyIf((await updateWebhookEndpointIn(db, session, acting, id, fields)) !== null);
    }
    case 'rotateWebhookSecret': {
      const secret = sealedIn(change, 'webhook_secret');
      return onlyIf((await rotateWebhookSecretIn(db, session, acting, id, secret)) !== null);
    }
    case 'deleteWebhookEndpoint':
      return onlyIf(await deleteWebhookEndpointIn(db, session, acting, id));
    case 'enrolPasskey':
      await insertPasskeyIn(db, session, acting, sealedIn(change, 'passkey'));
      return target;
    case 'putPasskeySettings':
      await writePasskeySettingsIn(db, session, acting, body as NewPasskeySettings);
      return target;
    case 'createPayee':
      return onlyIf((await addPayeeIn(db, session, acting, sealedIn(change, 'payee'))).made);
    case 'updatePayee':
      return onlyIf((await changePayeeIn(db, session, acting, id, body as PayeeChange))?.changed === true);
    case 'deletePayee':
      return onlyIf(await deletePayeeIn(db, session, acting, id));
    case 'liftFreeze':
      return onlyIf((await liftFreezeIn(db, session, acting, body as FreezeTarget)) !== null);
    case 'putFourEyes':
      return onlyIf((await writeFourEyes(db, session, acting, body as NewFourEyes)).changed);
  }
}

/** A credential as it was proposed, with its secret. */
function sealedIn<Name extends keyof SealedSecrets>(
  { _id, sealed }: ProposedChangeDocument,
  name: Name,
): NonNullable<SealedSecrets[Name]> {
  const found = sealed?.[name];
  if (found === undefined) throw new Error(`the change ${_id} lacks its ${name}`);
  return found;
}

/** The new state of a connection, with its secrets. */
function sealedConnection({ body, sealed }: ProposedChangeDocument): Partial<SealedConnection> {
  const { auth: _, header_names: __, type, ...open } = fromJsonText(body) as { [field: string]: unknown };
  return { ...open, ...(type === 'mcp' ? { type } : {}), ...sealed };
}
