import { canonicalJson } from '#contract/canonical-json.ts';
import type { ConnectionType } from '#contract/connection.ts';
import type { Patch } from '#contract/patch.ts';
import { conflictingHeader } from '#patches/header-conflict.ts';
import type { ConnectionRef, HeldConnection, SentOn } from '../documents/connection.ts';
import type { RunDocument } from '../documents/run.ts';
import type { CallRefusal } from './inputs.ts';
import type { RuleContext } from './stored.ts';

/** A connection on which calls can be made. All of its headers are secret. */
export interface OpenConnection extends ConnectionRef {
  type: ConnectionType;
  base_url: string;
  /** Names in lower case. */
  headers: Record<string, string>;
  /** Whether calls carry the trace context of the attempt. */
  trace_context: boolean;
  /** Changes whenever the connection does. */
  updated_at: Date;
}

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

/** Why a call cannot be made on a connection: both would fill a header. */
export function faultOfHeaders(
  patch: Pick<Patch, 'request'>,
  { headers }: Pick<OpenConnection, 'headers'>,
): CallRefusal | undefined {
  const taken = conflictingHeader(patch, Object.keys(headers));
  if (taken === undefined) return undefined;
  return {
    code: 'header_conflict',
    message: `The patch fills the header ${taken}, which the connection sets as well.`,
  };
}

/** The connection with which a call is prepared, as it is compared with the one that was shown at the gate. */
export function sentOn(
  workspaceId: string,
  { id, type, base_url, headers }: Pick<OpenConnection, 'id' | 'type' | 'base_url' | 'headers'>,
): SentOn {
  const configured = canonicalJson({ type, base_url, headers });
  return { id, configurationBy: (seal) => `hmac-sha-256=:${seal(workspaceId, configured)}:` };
}

/** The connection of a call that comes to its gate. */
export function heldOn(
  workspaceId: string,
  connection: OpenConnection,
  seal: RuleContext['seal'],
): HeldConnection {
  const { id, name } = connection;
  return { id, name, configuration: sentOn(workspaceId, connection).configurationBy(seal) };
}
