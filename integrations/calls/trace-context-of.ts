import type { TraceContext } from '#contract/trace-context.ts';
import type { RunDocument } from '#engine/documents/run.ts';
import type { OpenConnection } from '#engine/rules/call-connection.ts';
import type { CallParts } from './call-parts.ts';

/**
 * The trace context that a call carries: that of the attempt, if its connection asks for it and the process is traced; else that of
 * the client that opened the run, if there is one.
 */
export function traceContextOf(
  { traceContext }: Pick<CallParts, 'traceContext'>,
  { trace_context: given }: Pick<RunDocument, 'trace_context'>,
  connection: Pick<OpenConnection, 'trace_context'> | null,
): TraceContext | undefined {
  return (connection?.trace_context === true ? traceContext() : undefined) ?? given;
}

/**
 * A trace context for a request with these headers. If they have a member of one, that counts alone: a `tracestate` says nothing
 * beside the `traceparent` of another trace.
 */
export function contextBeside(
  context: TraceContext | undefined,
  headers: Record<string, string>,
): Partial<TraceContext> {
  const sendsOwn = 'traceparent' in headers || 'tracestate' in headers;
  return sendsOwn ? {} : { ...context };
}
