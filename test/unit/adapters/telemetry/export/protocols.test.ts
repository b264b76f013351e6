import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { startOtlpGrpcReceiver } from '../../../../support/otlp-grpc-receiver.ts';
import { startOtlpReceiver } from '../../../../support/otlp-receiver.ts';
import { perFile } from '../../../../support/per-file.ts';

const run = promisify(execFile);
const start = join(import.meta.dirname, '../../../../../adapters/telemetry/start.ts');
const runId = '019aa3c0-0000-7000-8000-00000000abcd';

const http = perFile(startOtlpReceiver);
const grpc = perFile(startOtlpGrpcReceiver);

/** Has a process of its own do some work for a run, and end. */
async function work(env: NodeJS.ProcessEnv): Promise<void> {
  const script = `
    const { tracing } = await import(${JSON.stringify(start)});
    tracing.tell({ onLost: ({ err }) => console.error('lost', err), onRecovered: () => {} });
    await tracing.within(${JSON.stringify(runId)}, 'activity callModel', async () => {});
    await tracing.close();
  `;
  const { stderr } = await run(process.execPath, ['--input-type=module', '--eval', script], {
    env: { PATH: process.env['PATH'], ...env },
  });
  expect(stderr).not.toContain('lost');
}

const span = {
  traceId: runId.replaceAll('-', ''),
  name: 'activity callModel',
  scope: 'heddle',
  resource: { 'service.name': 'heddle', 'service.version': '0.1.0' },
};

it.each([
  ['http/protobuf', 'application/x-protobuf'],
  ['http/json', 'application/json'],
])('[tracing.protocols] spans are exported by OTLP over %s', async (protocol, contentType) => {
  await work({ OTEL_EXPORTER_OTLP_ENDPOINT: http.url, OTEL_EXPORTER_OTLP_PROTOCOL: protocol });
  expect(http.spans.splice(0)).toMatchObject([span]);
  expect([...http.contentTypes].at(-1)).toBe(contentType);
});

it('[tracing.protocols] spans are exported by OTLP over gRPC', async () => {
  await work({ OTEL_EXPORTER_OTLP_ENDPOINT: grpc.url, OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' });
  expect(grpc.spans).toMatchObject([span]);
  expect(grpc.paths).toEqual(['/opentelemetry.proto.collector.trace.v1.TraceService/Export']);
});
