import type { IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import protobuf from 'protobufjs';
import { waitUntil } from '#tools/dev/processes/wait-until.ts';
import { serveOnLoopback } from '#tools/dev/stand-ins/loopback.ts';
import { waitMs } from './patience.ts';

/** A value of an attribute, in OTLP. */
type AnyValue = {
  stringValue?: string;
  boolValue?: boolean;
  intValue?: string | number;
  doubleValue?: number;
  arrayValue?: { values?: AnyValue[] };
};
type KeyValues = { key: string; value?: AnyValue }[];

interface OtlpSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes?: KeyValues;
  events?: { name: string; attributes?: KeyValues }[];
  links?: { traceId: string; spanId: string }[];
  status?: { code?: number | string; message?: string };
}

interface ExportTraceServiceRequest {
  resourceSpans?: {
    resource?: { attributes?: KeyValues };
    scopeSpans?: { scope?: { name?: string }; spans?: OtlpSpan[] }[];
  }[];
}

/** A span as it was received. */
export interface ReceivedSpan {
  traceId: string;
  spanId: string;
  parentSpanId: string | undefined;
  name: string;
  scope: string;
  /** Milliseconds. */
  start: number;
  end: number;
  attributes: Record<string, unknown>;
  resource: Record<string, unknown>;
  events: { name: string; attributes: Record<string, unknown> }[];
  links: { traceId: string; spanId: string }[];
  failed: boolean;
}

/** A collector on loopback that speaks OTLP over HTTP, in JSON and protobuf. */
export interface OtlpReceiver {
  url: string;
  spans: ReceivedSpan[];
  /** All that it was sent, as text. */
  text: () => string;
  contentTypes: Set<string>;
  /** From now on it does not answer. */
  hang: () => void;
  /** Resolves to the spans of a trace, once they are complete. */
  trace: (id: string, isComplete: (spans: ReceivedSpan[]) => boolean) => Promise<ReceivedSpan[]>;
  stop: () => Promise<void>;
}

export async function startOtlpReceiver(): Promise<OtlpReceiver> {
  const spans: ReceivedSpan[] = [];
  const contentTypes = new Set<string>();
  let hangs = false;
  const { url, stop } = await serveOnLoopback(async (request, response) => {
    const body = await bodyOf(request);
    if (hangs) return;
    const contentType = request.headers['content-type'] ?? '';
    contentTypes.add(contentType);
    const isJson = contentType.startsWith('application/json');
    const message = isJson ? (JSON.parse(body.toString()) as ExportTraceServiceRequest) : decodeExport(body);
    spans.push(...receivedSpans(message));
    response.writeHead(200, { 'content-type': contentType }).end(isJson ? '{}' : '');
  });
  return {
    url,
    spans,
    contentTypes,
    text: () => JSON.stringify(spans),
    hang: () => {
      hangs = true;
    },
    trace: async (id, isComplete) => {
      const found = () => spans.filter(({ traceId }) => traceId === id);
      await waitUntil(() => isComplete(found()), { timeoutMs: waitMs, what: `trace ${id} is complete` });
      return found();
    },
    stop,
  };
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const body = await buffer(request);
  return request.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body;
}

/** The spans of a request to a collector. */
export function receivedSpans({ resourceSpans = [] }: ExportTraceServiceRequest): ReceivedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans = [] }) =>
    scopeSpans.flatMap(({ scope, spans = [] }) =>
      spans.map((span) => ({
        traceId: span.traceId,
        spanId: span.spanId,
        parentSpanId: span.parentSpanId || undefined,
        name: span.name,
        scope: scope?.name ?? '',
        start: Number(span.startTimeUnixNano) / 1e6,
        end: Number(span.endTimeUnixNano) / 1e6,
        attributes: valuesOf(span.attributes),
        resource: valuesOf(resource?.attributes),
        events: (span.events ?? []).map(({ name, attributes }) => ({
          name,
          attributes: valuesOf(attributes),
        })),
        links: (span.links ?? []).map(({ traceId, spanId }) => ({ traceId, spanId })),
        failed: span.status?.code === 2,
      })),
    ),
  );
}

function valuesOf(pairs: KeyValues = []): Record<string, unknown> {
  return Object.fromEntries(pairs.map(({ key, value }) => [key, valueOf(value)]));
}

function valueOf(value: AnyValue = {}): unknown {
  if (value.arrayValue !== undefined) return (value.arrayValue.values ?? []).map(valueOf);
  if (value.intValue !== undefined) return Number(value.intValue);
  return value.stringValue ?? value.boolValue ?? value.doubleValue;
}

/** The messages of OTLP (opentelemetry/proto/trace/v1/trace.proto) as far as they are looked at; other fields are skipped. */
const { root } = protobuf.parse(`
  syntax = "proto3";
  message Request { repeated ResourceSpans resource_spans = 1; }
  message ResourceSpans { Resource resource = 1; repeated ScopeSpans scope_spans = 2; }
  message Resource { repeated KeyValue attributes = 1; }
  message ScopeSpans { Scope scope = 1; repeated Span spans = 2; }
  message Scope { string name = 1; }
  message Span {
    bytes trace_id = 1; bytes span_id = 2; bytes parent_span_id = 4; string name = 5;
    fixed64 start_time_unix_nano = 7; fixed64 end_time_unix_nano = 8;
    repeated KeyValue attributes = 9; repeated Event events = 11; repeated Link links = 13; Status status = 15;
  }
  message Event { string name = 2; repeated KeyValue attributes = 3; }
  message Link { bytes trace_id = 1; bytes span_id = 2; }
  message Status { string message = 2; int32 code = 3; }
  message KeyValue { string key = 1; AnyValue value = 2; }
  message AnyValue {
    oneof value {
      string string_value = 1; bool bool_value = 2; int64 int_value = 3; double double_value = 4; Array array_value = 5;
    }
  }
  message Array { repeated AnyValue values = 1; }
`);
const Request = root.lookupType('Request');

/** A request in protobuf, as it is in JSON. */
export function decodeExport(body: Buffer): ExportTraceServiceRequest {
  const message = Request.toObject(Request.decode(body), { longs: String, bytes: Array });
  // JSON has ids in hex.
  const text = JSON.stringify(message, (key, value: unknown) =>
    /(?:trace|span)Id$/i.test(key) && Array.isArray(value)
      ? Buffer.from(value as number[]).toString('hex')
      : value,
  );
  return JSON.parse(text) as ExportTraceServiceRequest;
}
