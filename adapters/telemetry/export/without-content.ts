import { SpanKind, SpanStatusCode } from '@opentelemetry/api';
import type { ReadableSpan } from '@opentelemetry/sdk-trace';

/**
 * The attributes that spans of instrumentations may have. Paths, queries, addresses of clients, user agents and the
 * text of database commands are excluded, because they name users, and so are attributes that a later version adds.
 */
const allowed = new Set([
  'db.collection.name',
  'db.mongodb.collection',
  'db.name',
  'db.namespace',
  'db.operation',
  'db.operation.name',
  'db.system',
  'db.system.name',
  'error.type',
  'http.request.method',
  'http.response.status_code',
  'http.route',
  'network.protocol.name',
  'network.protocol.version',
  'server.address',
  'server.port',
  'url.scheme',
]);

/** A span of an instrumentation without what could be content: what is not allowed, messages of errors, and events. */
export function withoutContent(span: ReadableSpan): ReadableSpan {
  const { attributes, status, kind } = span;
  // A server's address is what its client calls it.
  const isServerAddress = (name: string) => kind === SpanKind.SERVER && name.startsWith('server.');
  const kept = Object.entries(attributes).filter(([name]) => allowed.has(name) && !isServerAddress(name));
  return Object.create(span, {
    attributes: { value: Object.fromEntries(kept) },
    events: { value: [] },
    status: { value: { code: status.code ?? SpanStatusCode.UNSET } },
  }) as ReadableSpan;
}
