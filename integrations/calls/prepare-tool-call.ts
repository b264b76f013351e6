import { McpError } from '#adapters/mcp-client/errors.ts';
import type { McpSession, SentRequest } from '#adapters/mcp-client/port.ts';
import { isJsonObject } from '#contract/json.ts';
import { approvalHeader, approvalMeta } from '#contract/service-approval.ts';
import { toJsonText } from '#contract/json-text.ts';
import type { TraceContext } from '#contract/trace-context.ts';
import type { McpTool, Patch } from '#contract/patch.ts';
import { redactedArgs } from '#engine/rules/redaction.ts';
import { argsOf, type CallResolution, failure } from '#engine/rules/resolve-call.ts';
import { redacted } from '#patches/redact.ts';
import type { OpenConnection } from '#engine/rules/call-connection.ts';
import type { RunDocument } from '#engine/documents/run.ts';
import type { ToolCallDocument } from '#engine/documents/tool-call.ts';
import type { PreparedCall } from '#engine/ports/calls.ts';
import type { Attempt } from '#engine/rules/retry-delay.ts';
import type { CallParts } from './call-parts.ts';
import { readToolFailure } from './read-tool-failure.ts';
import { readToolResult } from './read-tool-result.ts';
import { approvedToolCall, type SignApproval } from './sign-approval.ts';
import { contextBeside, traceContextOf } from './trace-context-of.ts';

/** A call of a tool of a customer's MCP server. */
interface ToolCallToPrepare {
  run: RunDocument;
  call: ToolCallDocument;
  patch: Patch;
  tool: McpTool;
  /** That of the tool; null if it is gone. */
  connection: OpenConnection | null;
}

/**
 * Begins a session with the server, which does not make it act. A tool that is not what was published any more is not
 * called: what a person approved, or a publisher wired, was another tool.
 * @returns the result of the call if it can never be sent
 */
export async function prepareToolCall(
  parts: Pick<CallParts, 'toolSessions' | 'signApproval' | 'traceContext'>,
  { run, call, patch, tool, connection }: ToolCallToPrepare,
): Promise<PreparedCall | { impossible: CallResolution }> {
  if (connection === null) {
    return { impossible: failure('no_connection', 'The connection of the tool is gone.') };
  }
  const context = traceContextOf(parts, run, connection);
  // With every request of the session. A client's context goes with the call alone.
  const beside = connection.trace_context ? contextBeside(context, connection.headers) : {};
  let session: McpSession | undefined;
  try {
    const asked = call.gate === 'confirm';
    const traced = { ...connection, headers: { ...beside, ...connection.headers } };
    session = await parts.toolSessions.open(run.workspace_id, traced, tool, { asked });
  } catch (error) {
    if (!(error instanceof McpError)) throw error;
    const attempt = await failedAttempt(error, connection.headers, undefined);
    return { send: async () => await Promise.resolve(attempt), tookTime: true, connection_id: connection.id };
  }
  if (session === undefined) {
    const message = `The tool ${tool.tool} of the MCP server is not what was published as ${patch.ref}: it was not called.`;
    return { impossible: failure('tool_changed', message) };
  }
  const opened = session;
  return {
    send: async (until) =>
      await callTool(opened, until, parts.signApproval, { run, call, patch, tool, connection, context }),
    close: () => opened.close(),
    tookTime: true,
    connection_id: connection.id,
  };
}

async function callTool(
  session: McpSession,
  until: Date,
  signApproval: SignApproval,
  {
    run,
    call,
    patch,
    tool,
    connection,
    context,
  }: ToolCallToPrepare & {
    connection: OpenConnection;
    context: TraceContext | undefined;
  },
): Promise<Attempt> {
  const shown = () => session.sent && toJsonText(shownRequest(session.sent, call, connection));
  const args = argsOf(call);
  const sign = (body: string) => signApproval(run, call, { method: 'POST', url: connection.base_url, body });
  const approval = sign(approvedToolCall(tool.tool, args));
  /** Removed from the answer. */
  const secrets = { ...connection.headers, [approvalMeta]: approval };
  try {
    const result = await session.callTool({
      name: tool.tool,
      inputSchema: patch.input_schema,
      args,
      idempotencyKey: call._id,
      meta: { ...context, [approvalMeta]: approval },
      headers: { 'service-subject': run.subject_ref, 'service-run': run._id },
      headersFor: (body) => {
        const header = { [approvalHeader]: sign(body) };
        Object.assign(secrets, header);
        return header;
      },
      until,
    });
    const resolution = await readToolResult(result, secrets);
    return { resolution: { ...resolution, ...withRequest(shown()) }, transient: false, noEffect: false };
  } catch (error) {
    if (!(error instanceof McpError)) throw error;
    return await failedAttempt(error, secrets, shown());
  }
}

async function failedAttempt(
  error: McpError,
  secrets: Record<string, string>,
  request: CallResolution['request'],
): Promise<Attempt> {
  const attempt = await readToolFailure(error, secrets);
  return { ...attempt, resolution: { ...attempt.resolution, ...withRequest(request) } };
}

function withRequest(request: CallResolution['request']): Pick<CallResolution, 'request'> {
  return request === undefined ? {} : { request };
}

/** Headers that others could use: the ids of the call and of the session, and the approval. */
const hiddenHeaders = new Set(['idempotency-key', 'mcp-session-id', approvalHeader]);

/** The request as traces may show it: with redacted arguments, and without the connection's secrets and the call's id. */
function shownRequest(
  { method, url, headers, body }: SentRequest,
  call: ToolCallDocument,
  connection: OpenConnection,
): Record<string, unknown> {
  const hidesArgs = (call.redact?.args ?? []).length > 0;
  const isHidden = (name: string) =>
    hiddenHeaders.has(name) || (hidesArgs && name.startsWith('mcp-param-')) || name in connection.headers;
  const names = new Set([...Object.keys(connection.headers), ...Object.keys(headers)]);
  const { params } = body;
  const sent = isJsonObject(params) ? params : {};
  const meta = isJsonObject(sent['_meta']) ? sent['_meta'] : {};
  return {
    method,
    url,
    headers: Object.fromEntries([...names].map((name) => [name, isHidden(name) ? redacted : headers[name]])),
    body: {
      ...body,
      params: {
        ...sent,
        arguments: redactedArgs(call),
        _meta: { ...meta, 'Idempotency-Key': redacted, [approvalMeta]: redacted },
      },
    },
  };
}
