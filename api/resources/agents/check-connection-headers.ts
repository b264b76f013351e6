import type { AgentDefinition } from '#contract/agent.ts';
import { invalidFields } from '#contract/errors.ts';
import type { Patch } from '#contract/patch.ts';
import { conflictingHeader } from '#patches/header-conflict.ts';
import { onlyConnection } from '#store/connections/change-connections.ts';
import { findConnection } from '#store/connections/connections.ts';
import { headerNames } from '#store/connections/secrets.ts';
import type { Database } from '#store/mongo/database.ts';

/**
 * Refuses patches that fill a header which the agent's connection sets as well: the one that it names, or else the only one of the
 * workspace. Their calls could not be made on it.
 * @param named the id of the connection that the agent names
 * @param patches what the agent is wired to, by ref
 * @throws {ServiceError} `invalid_request` at each such patch
 */
export async function checkConnectionHeaders(
  db: Database,
  workspaceId: string,
  named: string | undefined,
  wired: AgentDefinition['patches'],
  patches: ReadonlyMap<string, Patch>,
): Promise<void> {
  const id = named ?? (await onlyConnection(db, workspaceId));
  if (id === undefined || wired.length === 0) return;
  const connection = await findConnection(db, workspaceId, id);
  if (connection === null) return;
  const names = headerNames(connection);
  const faults = wired.flatMap(({ ref }, index) => {
    const taken = conflictingHeader(patches.get(ref) ?? {}, names);
    if (taken === undefined) return [];
    const message = `fills the header ${taken}, which the connection ${connection.name} sets as well`;
    return [{ path: `patches.${index}.ref`, message, code: 'header_conflict' }];
  });
  if (faults.length > 0) throw invalidFields(faults);
}
