import {
  type ChangeKind,
  type ChangeOperation,
  type ChangeTarget,
  kindOfOperation,
} from '#contract/change.ts';
import { toJsonText } from '#contract/json-text.ts';
import type { Acting } from '#store/audit/record.ts';
import { SecondActorNeeded } from '#store/four-eyes/second-actor-needed.ts';
import { findChange, proposeChange, toChange } from '#store/changes/changes.ts';
import type { SealedSecrets } from '#store/documents/proposed-change.ts';
import type { Database } from '#store/mongo/database.ts';
import type { NewResource } from '#store/requests/idempotency-keys.ts';
import type { Caller } from '../../http/authentication/caller.ts';
import type { Proposed, Reply } from '../../http/endpoint/endpoint.ts';

const targetKinds: Record<ChangeKind, ChangeTarget['kind']> = {
  agents: 'agent',
  patches: 'patch',
  connections: 'connection',
  policies: 'approval_policy',
  groups: 'approver_group',
  four_eyes: 'settings',
};

/** What a request asks to change. */
export interface AskedChange {
  operation: ChangeOperation;
  /** The key or the id of what is to change. */
  target: string;
  /** What was sent, without secrets. */
  body: object;
  /** The secrets of a connection. */
  sealed?: SealedSecrets;
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
  if (proposed !== null) return { proposed: toChange(proposed) };
  try {
    return await make();
  } catch (error) {
    if (!(error instanceof SecondActorNeeded)) throw error;
    return { proposed: toChange(await propose(db, caller, resource.id, asked())) };
  }
}

/** Stores a change that needs a second actor. */
export async function propose(
  db: Database,
  acting: Acting,
  id: string,
  { operation, target, body, ...secrets }: AskedChange,
) {
  const kind = kindOfOperation[operation];
  return await proposeChange(db, acting, id, {
    kind,
    operation,
    target: { kind: targetKinds[kind], id: target },
    body: toJsonText({ ...body }),
    ...secrets,
  });
}
