import { invalidFields } from '#contract/errors.ts';
import { conflictingHeader } from '#patches/header-conflict.ts';
import { agentsOnConnection } from '#store/agents/agents-on-connection.ts';
import type { Database } from '#store/mongo/database.ts';
import { findPatches } from '#store/patches/patches.ts';

/** The headers that a connection is to set, by the field that says so. */
export interface AskedHeaders {
  /** The names of `headers`. */
  names?: readonly string[] | undefined;
  /** The header of `auth`, if it has one of its own. */
  auth?: string | undefined;
}

/**
 * Refuses headers that a patch fills which is called on this connection, as far as agents say.
 * @throws {ServiceError} `invalid_request` at each of them
 */
export async function checkHeaders(
  db: Database,
  workspaceId: string,
  connection: { id: string; name: string },
  { names = [], auth }: AskedHeaders,
): Promise<void> {
  const asked = [...names, ...(auth === undefined ? [] : [auth])];
  if (asked.length === 0) return;
  const agents = await agentsOnConnection(db, workspaceId, connection);
  const refs = [...new Set(agents.flatMap(({ patches }) => patches.map(({ ref }) => ref)))];
  const patches = await findPatches(db, workspaceId, refs);
  const faults = asked.flatMap((name, index) => {
    const patch = patches.values().find((each) => conflictingHeader(each, [name]) !== undefined);
    const agent = agents.find((each) => each.patches.some(({ ref }) => ref === patch?.ref));
    if (patch === undefined || agent === undefined) return [];
    const path = index < names.length ? `headers.${name}` : 'auth.name';
    const message = `is filled by ${patch.ref}, which ${agent.key}@${agent.version} calls on this connection`;
    return [{ path, message, code: 'header_conflict' }];
  });
  if (faults.length > 0) throw invalidFields(faults);
}
