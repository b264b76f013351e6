import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { isConfigured } from '#adapters/telemetry/is-configured.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../../../..');
const start = join(root, 'adapters/telemetry/start.ts');
/** The modules that the programs load. */
const parts = [
  'process/start/open-process.ts',
  'process/composition/create-api.ts',
  'worker/create-temporal-workers.ts',
];

/**
 * Whether tracing is off, and anything is loaded that traces, in a process whose entry imports the start first. The interface alone,
 * `@opentelemetry/api`, is loaded by the client of Prometheus.
 */
async function loaded(env: NodeJS.ProcessEnv, files: string[] = []): Promise<string> {
  const script = `
    const { registerHooks } = await import('node:module');
    const urls = [];
    registerHooks({ load: (url, context, next) => (urls.push(url), next(url, context)) });
    const { tracing } = await import(${JSON.stringify(start)});
    for (const file of ${JSON.stringify(files.map((file) => join(root, file)))}) await import(file);
    console.log(tracing === undefined, urls.some((url) => /@opentelemetry\\/(?!api\\/)|telemetry\\/export/.test(url)));
    await tracing?.close();
  `;
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', script], {
    env: { PATH: process.env['PATH'], ...env },
  });
  return stdout.trim();
}

it('[tracing.off] no SDK, exporter or instrumentation of OpenTelemetry is loaded without a configured collector', async () => {
  expect(await loaded({}, parts)).toBe('true false');
  expect(await loaded({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' })).toBe('false true');
});

it.each([
  [{}, false],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: '' }, false],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' }, true],
  [{ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://127.0.0.1:4318/v1/traces' }, true],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318', OTEL_SDK_DISABLED: 'true' }, false],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318', OTEL_SDK_DISABLED: 'false' }, true],
])('[tracing.off] of %j it is %s that spans are exported', (environment, is) => {
  expect(isConfigured(environment)).toBe(is);
});
