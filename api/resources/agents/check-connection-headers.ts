import type { AgentDefinition } from '#contract/agent.ts';
import { invalidFields } from '#contract/errors.ts';
import { conflictingHeader } from '#patches/header-conflict.ts';
import { findConnection } from '#store/connections/connections.ts';
import { headerNames } from '#store/connections/secrets.ts';
import type { Database } from '#store/mongo/database.ts';
import { findPatches } from '#store/patches/patches.ts';

/**
 * Refuses patches that fill a header which the agent's connection sets as well: the one that it names, or else the only one of the
 * workspace. Their calls could not be made on it.
 * @param named the id of the connection that the agent names
 * @throws {ServiceError} `invalid_request` at each such patch
 */
export async function checkConnectionHeaders(
  db: Database,
  workspaceId: string,
  named: string | undefined,
  wired: AgentDefinition['patches'],
): Promise<void> {
  const id = named ?? (await onlyConnection(db, workspaceId));
  if (id === undefined || wired.length === 0) return;
  const connection = await findConnection(db, workspaceId, id);
  const names = connection === null ? [] : headerNames(connection);
  if (names.length === 0) return;
  const refs = wired.map(({ ref }) => ref);
  const patches = await findPatches(db, workspaceId, refs);
  const faults = refs.flatMap((ref, index) => {
    const taken = conflictingHeader(patches.get(ref) ?? {}, names);
    if (taken === undefined) return [];
    const message = `fills the header ${taken}, which the connection ${connection?.name} sets as well`;
    return [{ path: `patches.${index}.ref`, message, code: 'header_conflict' }];
  });
  if (faults.length > 0) throw invalidFields(faults);
}

async function onlyConnection(db: Database, workspaceId: string): Promise<string | undefined> {
  const account = await db.accounts.findOne({ _id: workspaceId }, { projection: { only_connection: 1 } });
  return account?.only_connection?.id;
}
