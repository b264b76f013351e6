import type { OutboundRequest } from '#adapters/outbound-http/port.ts';
import type { Context } from '#contract/context.ts';
import type { Patch } from '#contract/patch.ts';
import { type JsonText, toJsonText } from '#contract/json-text.ts';
import type { JsonObject } from '#contract/json.ts';
import { approvalHeader } from '#contract/service-approval.ts';
import type { TraceContext } from '#contract/trace-context.ts';
import { contextOf } from '#engine/rules/given-context.ts';
import { redactedArgs } from '#engine/rules/redaction.ts';
import { argsOf, type CallResolution, failure } from '#engine/rules/resolve-call.ts';
import { redacted } from '#patches/redact.ts';
import { buildRequest } from '#patches/request.ts';
import { TemplateError } from '#patches/template.ts';
import type { RunDocument } from '#engine/documents/run.ts';
import type { ToolCallDocument } from '#engine/documents/tool-call.ts';
import { contextBeside } from './trace-context-of.ts';
import { type OpenConnection, faultOfConnection, faultOfHeaders } from '#engine/rules/call-connection.ts';

/** A call of a host over HTTP, with everything that is needed to send it. */
export interface HttpCall {
  request: Omit<OutboundRequest, 'timeoutMs' | 'notAfter'>;
  /** The headers of the connection. They must not be shown, even if the host echoes them. */
  secretHeaders: Record<string, string>;
  /** The request as a trace may show it. */
  shown: JsonText;
}

/**
 * Fills in the templates of the patch's request.
 * @param trace the trace context that it carries. Default: that of the run's client
 * @returns the result of the call if it can never be sent
 */
export function prepareHttpCall(
  patch: Patch,
  run: RunDocument,
  call: ToolCallDocument,
  connection: OpenConnection | null,
  trace: TraceContext | undefined = run.trace_context,
): HttpCall | { impossible: CallResolution } {
  const fault =
    faultOfConnection(patch, connection) ??
    (connection === null ? undefined : faultOfHeaders(patch, connection));
  if (fault !== undefined) return { impossible: failure(fault.code, fault.message) };
  if (connection === null) throw new Error('a call without a connection has no fault');
  try {
    const outgoing = { id: call._id, name: call.name, args: argsOf(call), context: contextOf(call) };
    return {
      request: requestOf(patch, run, outgoing, connection, trace),
      secretHeaders: connection.headers,
      shown: toJsonText(shownRequest(patch, run, call, connection, trace)),
    };
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
    return { impossible: failure('invalid_args', error.message) };
  }
}

interface OutgoingCall {
  id: string;
  name: string;
  args: JsonObject;
  context: Context;
}

/** The call as it is sent. A patch that declares no request is called by its name. Every attempt has the same key. */
function requestOf(
  patch: Patch,
  run: RunDocument,
  { id, name, args, context }: OutgoingCall,
  connection: Pick<OpenConnection, 'base_url' | 'headers'>,
  trace: TraceContext | undefined,
): HttpCall['request'] {
  const built =
    patch.request === undefined
      ? { method: 'POST', path: `/${name}`, query: '', headers: {}, body: args }
      : buildRequest(patch.request, args, context);
  return {
    workspaceId: run.workspace_id,
    method: built.method,
    url: `${connection.base_url.replace(/\/$/, '')}${built.path}${built.query === '' ? '' : `?${built.query}`}`,
    headers: {
      accept: 'application/json',
      ...contextBeside(trace, { ...built.headers, ...connection.headers }),
      ...connection.headers,
      ...built.headers,
      ...(built.body === undefined ? {} : { 'content-type': 'application/json' }),
      'service-subject': run.subject_ref,
      'service-run': run._id,
      'idempotency-key': id,
    },
    ...(built.body === undefined ? {} : { body: JSON.stringify(built.body) }),
  };
}

/**
 * The request as traces may show it: built from the redacted arguments, without the connection's secrets and the call's
 * id. If redacted arguments do not fit, the template is shown unfilled.
 */
function shownRequest(
  patch: Patch,
  run: RunDocument,
  call: ToolCallDocument,
  connection: OpenConnection,
  trace: TraceContext | undefined,
): Record<string, unknown> {
  const hidden = Object.fromEntries(Object.keys(connection.headers).map((name) => [name, redacted]));
  const shownCall = { id: redacted, name: call.name, args: redactedArgs(call), context: contextOf(call) };
  const shownConnection = { base_url: connection.base_url, headers: hidden };
  try {
    const { method, url, headers: sent, body } = requestOf(patch, run, shownCall, shownConnection, trace);
    const headers = { ...sent, [approvalHeader]: redacted };
    return { method, url, headers, ...(body === undefined ? {} : { body: JSON.parse(body) as unknown }) };
  } catch (error) {
    if (!(error instanceof TemplateError) || patch.request === undefined) throw error;
    const { method, path } = patch.request;
    return { method, url: `${connection.base_url.replace(/\/$/, '')}${path}`, headers: hidden };
  }
}
