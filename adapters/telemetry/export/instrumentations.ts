import type { IncomingMessage } from 'node:http';
import { createRequire } from 'node:module';
import { isSpanContextValid, type Span } from '@opentelemetry/api';
import { parseTraceParent } from '@opentelemetry/core';
import type { Instrumentation } from '@opentelemetry/instrumentation';
import { HttpInstrumentation } from '@opentelemetry/instrumentation-http';
import { MongoDBInstrumentation } from '@opentelemetry/instrumentation-mongodb';
import { UndiciInstrumentation } from '@opentelemetry/instrumentation-undici';

const probes = new Set(['/healthz', '/readyz', '/metrics']);

/**
 * Spans of requests, of calls to other services, and of commands to MongoDB. What a process does of its own accord, such as a
 * sweep, has none: only what belongs to a request or a run.
 */
export function instrumentations(): Instrumentation[] {
  return [
    new HttpInstrumentation({
      ignoreIncomingRequestHook: ({ url = '' }) => probes.has(url),
      requireParentforOutgoingSpans: true,
      applyCustomAttributesOnSpan: (span, request) => nameByRoute(span, request),
      requestHook: (span, request) => linkToCaller(span, (request as Partial<IncomingMessage>).headers ?? {}),
    }),
    new UndiciInstrumentation({ requireParentforSpans: true }),
    new MongoDBInstrumentation({ dbStatementSerializer: () => '' }),
  ];
}

/**
 * The caller's trace is not the parent of a request's span: a caller could then decide which traces of the operator are
 * recorded, and could write into any of them. The span links to it instead.
 */
function linkToCaller(span: Span, headers: IncomingMessage['headers']): void {
  const { traceparent } = headers;
  const context = typeof traceparent === 'string' ? parseTraceParent(traceparent) : null;
  if (context !== null && isSpanContextValid(context))
    span.addLink({ context: { ...context, isRemote: true } });
}

/** A request of a client, which the router has given its route (api/http/routing/mount.ts). Others have none. */
function nameByRoute(span: Span, request: { method?: string | undefined; route?: unknown }): void {
  const { method = '', route } = request;
  if (typeof route !== 'string') return;
  span.setAttribute('http.route', route);
  span.updateName(`${method} ${route}`);
}

/**
 * Loads what is instrumented where it is not loaded in a way that the instrumentations notice: they see what CommonJS modules
 * require, and the service imports these itself. They are the same modules, so this costs nothing.
 */
export function loadInstrumented(): void {
  const require = createRequire(import.meta.url);
  for (const name of ['node:http', 'node:https', 'mongodb']) require(name);
}
