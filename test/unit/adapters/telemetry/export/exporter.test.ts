import { SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { type ExportResult, ExportResultCode } from '@opentelemetry/core';
import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { expect, it } from 'vitest';
import { FixedIds } from '#adapters/telemetry/export/fixed-ids.ts';
import { GuardedExporter } from '#adapters/telemetry/export/guarded-exporter.ts';
import { recordStep, within } from '#adapters/telemetry/export/record-step.ts';
import type { DescribedSpan, StepSpans } from '#adapters/telemetry/spans/described-span.ts';

const at = new Date('2026-01-02T03:04:05.000Z');
const month = new Date('2026-02-02T03:04:05.000Z');
const described = (id: string, fields: Partial<DescribedSpan> = {}): DescribedSpan => ({
  id,
  name: id,
  kind: 'internal',
  start: at,
  end: month,
  attributes: { 'gen_ai.operation.name': 'chat' },
  events: [],
  ...fields,
});
const traceId = 'ab'.repeat(16);
const [rootId, childId] = ['cd'.repeat(8), 'ef'.repeat(8)];
const step = (hasEnded: boolean): StepSpans => ({
  traceId,
  root: described(rootId),
  hasEnded,
  spans: [described(childId, { kind: 'client', error: 'model_error' })],
});

function tracing() {
  const memory = new InMemorySpanExporter();
  const told: string[] = [];
  const exporter = new GuardedExporter(memory, 'heddle', {
    onLost: () => told.push('lost'),
    onRecovered: () => told.push('recovered'),
  });
  const ids = new FixedIds();
  const provider = new TracerProvider({
    idGenerator: ids,
    spanProcessors: [new SimpleSpanProcessor({ exporter })],
  });
  return { memory, exporter, told, ids, provider, recorder: { tracer: provider.getTracer('heddle'), ids } };
}

it('[tracing.one-trace] steps that weeks lie between are one trace, whose root ends once and whose ids are as described', () => {
  const { memory, recorder } = tracing();
  recordStep(recorder, step(false));
  expect(memory.getFinishedSpans()).toHaveLength(1);
  recordStep(recorder, { ...step(true), spans: [] });
  const [child, root] = memory.getFinishedSpans();
  expect(child?.spanContext()).toMatchObject({ traceId, spanId: childId });
  expect(child?.parentSpanContext).toMatchObject({ traceId, spanId: rootId });
  expect(child).toMatchObject({ kind: SpanKind.CLIENT, status: { code: 2 } });
  expect(child?.attributes).toMatchObject({ 'error.type': 'model_error' });
  expect(root?.spanContext()).toMatchObject({ traceId, spanId: rootId });
  expect(root?.parentSpanContext).toBeUndefined();
  expect(root?.duration[0]).toBe((month.getTime() - at.getTime()) / 1000);
});

it('[tracing.one-trace] other spans have ids of their own, and what is done for a run is below its root', async () => {
  const { memory, recorder, provider, ids } = tracing();
  const other = provider.getTracer('other');
  other.startSpan('before').end();
  expect(() =>
    ids.withIds({ traceId, spanId: childId }, () => {
      throw new Error('no');
    }),
  ).toThrow('no');
  const run = { traceId, spanId: rootId };
  await within(recorder, run, 'activity callModel', async () => await Promise.resolve());
  await expect(
    within(recorder, run, 'fails', async () => await Promise.reject(new Error('no'))),
  ).rejects.toThrow('no');
  const [before, inside, failed] = memory.getFinishedSpans();
  expect(before?.spanContext().traceId).not.toBe(traceId);
  expect(inside?.spanContext().traceId).toBe(traceId);
  expect(inside?.parentSpanContext?.spanId).toBe(rootId);
  expect(inside?.spanContext().spanId).not.toBe(childId);
  expect(failed).toMatchObject({ name: 'fails', status: { code: 2 }, events: [] });
});

it('[tracing.no-content] spans of instrumentations keep what is allowed, and lose everything else', () => {
  const { memory, provider } = tracing();
  const span = provider.getTracer('@opentelemetry/instrumentation-http').startSpan('GET /v1/loom/runs/:id');
  span.setAttributes({
    'http.route': '/v1/loom/runs/:id',
    'url.path': 'Bo',
    'url.query': 'Bo',
    'url.full': 'Bo',
    'user_agent.original': 'Bo',
    'client.address': 'Bo',
    'db.query.text': 'Bo',
    'something.new': 'Bo',
  });
  span.recordException(new Error('Bo'));
  span.setStatus({ code: SpanStatusCode.ERROR, message: 'Bo' });
  span.end();
  const [kept] = memory.getFinishedSpans();
  expect(kept?.attributes).toEqual({ 'http.route': '/v1/loom/runs/:id' });
  expect(kept?.events).toEqual([]);
  expect(kept?.status).toEqual({ code: 2 });
  expect(kept?.spanContext().traceId).toBe(span.spanContext().traceId);
});

it('[tracing.outage] an outage is told once when it begins and once when it is over, and nothing is exported after the end', () => {
  const told: string[] = [];
  const exported: number[] = [];
  let code = ExportResultCode.FAILED;
  const exporter = new GuardedExporter(
    {
      export: (spans, callback) => {
        exported.push(spans.length);
        callback({ code });
      },
      shutdown: async () => {},
    },
    'heddle',
    { onLost: () => told.push('lost'), onRecovered: () => told.push('recovered') },
  );
  const results: ExportResult[] = [];
  const send = () => exporter.export([], (result) => results.push(result));
  for (let count = 0; count < 3; count += 1) send();
  code = ExportResultCode.SUCCESS;
  send();
  send();
  expect(told).toEqual(['lost', 'recovered']);
  exporter.close();
  send();
  expect(exported).toHaveLength(5);
  expect(results).toHaveLength(6);
  expect(trace.getActiveSpan()).toBeUndefined();
});

it('[tracing.requests] a span of MongoDB has the collection of its command, and no other text of it', () => {
  const { memory, provider } = tracing();
  const mongo = provider.getTracer('@opentelemetry/instrumentation-mongodb');
  const attributes = { 'db.collection.name': '$cmd', 'db.operation.name': 'findAndModify' };
  for (const text of ['threads', ''])
    mongo.startSpan('findAndModify $cmd', { attributes: { ...attributes, 'db.query.text': text } }).end();
  expect(memory.getFinishedSpans().map((span) => [span.name, span.attributes])).toEqual([
    ['findAndModify threads', { ...attributes, 'db.collection.name': 'threads' }],
    ['findAndModify', { 'db.operation.name': 'findAndModify' }],
  ]);
});
