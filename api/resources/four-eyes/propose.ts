import {
  type Change,
  type ChangeKind,
  type ChangeOperation,
  type ChangeTarget,
  kindOfOperation,
} from '#contract/change.ts';
import { defined } from '#contract/defined.ts';
import { toJsonText } from '#contract/json-text.ts';
import type { Acting } from '#store/audit/record.ts';
import { SecondActorNeeded } from '#store/four-eyes/second-actor-needed.ts';
import { findChange, proposeChange, replaceSealed, toChange } from '#store/changes/changes.ts';
import type { ProposedChangeDocument, SealedSecrets } from '#store/documents/proposed-change.ts';
import type { Database } from '#store/mongo/database.ts';
import type { NewResource } from '#store/requests/idempotency-keys.ts';
import type { Caller } from '../../http/authentication/caller.ts';
import type { Proposed, Reply } from '../../http/endpoint/endpoint.ts';

const targetKinds: Partial<Record<ChangeKind | ChangeOperation, ChangeTarget['kind']>> = {
  agents: 'agent',
  patches: 'patch',
  connections: 'connection',
  policies: 'approval_policy',
  groups: 'approver_group',
  createApiKey: 'api_key',
  deleteApiKey: 'api_key',
  createSigningKey: 'signing_key',
  deleteSigningKey: 'signing_key',
  createWebhookEndpoint: 'webhook_endpoint',
  updateWebhookEndpoint: 'webhook_endpoint',
  deleteWebhookEndpoint: 'webhook_endpoint',
  rotateWebhookSecret: 'webhook_endpoint',
  enrolPasskey: 'passkey',
  payees: 'payee',
  freeze: 'freeze',
  four_eyes: 'settings',
};

/** The change that a request asks for. */
export interface AskedChange {
  operation: ChangeOperation;
  /** The key or the id of what is to change. */
  target: string;
  /** The request body, without secrets. */
  body: object;
  /** Its secrets, which nobody is shown. */
  sealed?: SealedSecrets;
  /** The key or secret of a credential, which is shown to its proposer in this response only. */
  secret?: string | undefined;
}

/**
 * Makes a change or, if it needs a second actor, proposes it. Everything else that the change could be refused for is found first.
 * @param asked the change, called if it is proposed
 * @param make makes the change
 * @throws what `make` throws
 */
export async function orPropose<Data>(
  db: Database,
  { caller, resource }: { caller: Caller; resource: NewResource },
  asked: () => AskedChange,
  make: () => Promise<Reply<Data>>,
): Promise<Reply<Data> | Proposed> {
  const proposed = resource.mayExist ? await findChange(db, caller.workspace_id, resource.id) : null;
  if (proposed !== null) return { proposed: await proposedAgain(db, proposed, asked()) };
  try {
    return await make();
  } catch (error) {
    if (!(error instanceof SecondActorNeeded)) throw error;
    const { secret, ...change } = asked();
    return {
      proposed: { ...toChange(await propose(db, caller, resource.id, change)), ...defined({ secret }) },
    };
  }
}

/** A change whose response was lost. A response is stored before it is sent, so nobody has seen its secret, and another takes its place. */
async function proposedAgain(
  db: Database,
  change: ProposedChangeDocument,
  { secret, sealed }: AskedChange,
): Promise<Change> {
  if (secret === undefined || sealed === undefined) return toChange(change);
  const isReplaced = await replaceSealed(db, change, sealed);
  return { ...toChange(change), ...(isReplaced ? { secret } : {}) };
}

/** Stores a change that needs a second actor. */
export async function propose(
  db: Database,
  acting: Acting,
  id: string,
  { operation, target, body, sealed }: Omit<AskedChange, 'secret'>,
) {
  const kind = kindOfOperation[operation];
  return await proposeChange(db, acting, id, {
    kind,
    operation,
    target: { kind: targetKinds[operation] ?? targetKinds[kind] ?? 'settings', id: target },
    body: toJsonText({ ...body }),
    ...defined({ sealed }),
  });
}
