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
  'heddle.request.id',
  'heddle.run.id',
  'heddle.workspace.id',
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
  const { status, kind } = span;
  const { name, attributes } = withCollection(span);
  // A server's address is what its client calls it.
  const isServerAddress = (key: string) => kind === SpanKind.SERVER && key.startsWith('server.');
  const kept = Object.entries(attributes).filter(([key]) => allowed.has(key) && !isServerAddress(key));
  return Object.create(span, {
    name: { value: name },
    attributes: { value: Object.fromEntries(kept) },
    events: { value: [] },
    status: { value: { code: status.code ?? SpanStatusCode.UNSET } },
  }) as ReadableSpan;
}

/** Name and attributes with the collections that stand in the place of the command's text ({@link collectionsOf}). */
function withCollection({ name, attributes }: ReadableSpan): Pick<ReadableSpan, 'name' | 'attributes'> {
  const { 'db.query.text': text, 'db.operation.name': operation, 'db.collection.name': place } = attributes;
  if (place !== '$cmd') return { name, attributes };
  const { 'db.collection.name': _, ...others } = attributes;
  if (typeof text !== 'string' || text === '') return { name: String(operation), attributes: others };
  return { name: `${String(operation)} ${text}`, attributes: { ...others, 'db.collection.name': text } };
}
