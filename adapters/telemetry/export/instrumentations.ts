import type { IncomingMessage } from 'node:http';
import { createRequire } from 'node:module';
import { isSpanContextValid, type Span } from '@opentelemetry/api';
import { parseTraceParent } from '@opentelemetry/core';
import type { Instrumentation } from '@opentelemetry/instrumentation';
import { HttpInstrumentation } from '@opentelemetry/instrumentation-http';
import { MongoDBInstrumentation } from '@opentelemetry/instrumentation-mongodb';
import { UndiciInstrumentation } from '@opentelemetry/instrumentation-undici';
import { collectionsOf } from './collections-of.ts';

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
    new MongoDBInstrumentation({ dbStatementSerializer: collectionsOf }),
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

/** Node's request with what the API notes on it (api/http/endpoint/name-route.ts, trace-request.ts). */
interface NamedRequest {
  method?: string | undefined;
  route?: unknown;
  concerns?: { workspace_id: string; request_id: string; run_id?: string };
}

/** A request of a client has a route and the ids of what it concerns. Others have none. */
function nameByRoute(span: Span, { method = '', route, concerns }: NamedRequest): void {
  if (typeof route === 'string') {
    span.setAttribute('http.route', route);
    span.updateName(`${method} ${route}`);
  }
  if (concerns === undefined) return;
  span.setAttribute('heddle.workspace.id', concerns.workspace_id);
  span.setAttribute('heddle.request.id', concerns.request_id);
  if (concerns.run_id !== undefined) span.setAttribute('heddle.run.id', concerns.run_id);
}

/**
 * Loads what is instrumented where it is not loaded in a way that the instrumentations notice: they see what CommonJS modules
 * require, and the service imports these itself. They are the same modules, so this costs nothing.
 */
export function loadInstrumented(): void {
  const require = createRequire(import.meta.url);
  for (const name of ['node:http', 'node:https', 'mongodb']) require(name);
}
