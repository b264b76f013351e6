import type { ConnectionType } from '#contract/connection.ts';
import type { Patch } from '#contract/patch.ts';
import type { CallRefusal } from '#engine/rules/inputs.ts';
import type { RunDocument } from '#engine/documents/run.ts';
import type { ToolCallDocument } from '#engine/documents/tool-call.ts';

/**
 * The connection on which a run makes a call of a patch. A tool is called on the connection from which it was imported,
 * whatever the run's connection is.
 */
export function connectionIdOf({ mcp }: Pick<Patch, 'mcp'>, run: RunDocument): string | undefined {
  return mcp?.connection_id ?? run.connection?.id;
}

/**
 * Why a call cannot be made on its connection; undefined if it can.
 * @param connection null if there is none, or it is gone
 */
export function faultOfConnection(
  { mcp }: Pick<Patch, 'mcp'>,
  connection: { type?: ConnectionType | null } | null,
): CallRefusal | undefined {
  const code = 'no_connection';
  if (mcp !== undefined) {
    return connection === null ? { code, message: 'The connection of the tool is gone.' } : undefined;
  }
  if (connection === null) return { code, message: 'The run has no connection to call.' };
  if (connection.type !== 'mcp') return undefined;
  return {
    code,
    message: "The run's connection is an MCP server, on which only its imported tools can be called.",
  };
}

/**
 * Why an approved call cannot be made on its connection; undefined if it can. Whoever approved it knew the connection by
 * its name, which stands for the host to which it led by then (confirm.same-host).
 */
export function faultOfMove(
  { connection: held }: Pick<ToolCallDocument, 'connection'>,
  connection: { base_url: string } | null,
): { code: 'connection_changed'; message: string } | undefined {
  if (held?.base_url === undefined || connection === null) return undefined;
  if (withoutSlash(held.base_url) === withoutSlash(connection.base_url)) return undefined;
  return {
    code: 'connection_changed',
    message: 'The connection has another base URL than when the call was held: it was not made.',
  };
}

function withoutSlash(url: string): string {
  return url.replace(/\/$/, '');
}
