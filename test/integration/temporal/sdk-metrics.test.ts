import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DefaultLogger } from '@temporalio/worker';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { createMetrics, startOperationsServer } from '#adapters/operations/server.ts';
import { runWorkflowId } from '#contract/temporal/names.ts';
import { newId } from '#store/mongo/ids.ts';
import { installRuntime } from '#worker/install-runtime.ts';
import { workflowWorkers } from '../../support/workflow-worker.ts';
import { perFile } from '../../support/per-file.ts';

let server: Server;
beforeAll(async () => {
  const furtherMetrics = installRuntime(new DefaultLogger('ERROR'), { service: 'worker', measured: true });
  if (furtherMetrics === undefined) throw new Error('nothing is measured');
  const metrics = createMetrics('worker');
  server = await startOperationsServer({
    host: '127.0.0.1',
    port: 0,
    metrics,
    furtherMetrics,
    ready: async () => {},
  });
});

afterAll(() => {
  server.close();
});

// After the runtime, which a connection would install.
const workers = perFile(() => workflowWorkers(inject('temporalAddress')));

it('[operations.sdk-metrics] the metrics of a worker have those of the SDK beside those of the process', async () => {
  await workers.start({
    callModel: async () => await Promise.resolve({ next: 'end', state: 'closed', reason: 'finished' }),
  });
  const run = newId();
  await workers.run(run);
  await workers.client.workflow.getHandle(runWorkflowId(run)).result();
  const { port } = server.address() as AddressInfo;
  const read = async () => {
    const response = await fetch(`http://127.0.0.1:${port}/metrics`);
    expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    return (await response.text()).split('\n');
  };
  const service = 'service="worker"';
  const completed = ['temporal_workflow_completed_total', 'workflow_type="run"', service] as const;
  // The server has the result of a workflow before the worker has counted that it completed.
  await expect.poll(async () => valueIn(await read(), ...completed)).toBe(1);
  const lines = await read();
  const valueOf = (name: string, ...labels: string[]) => valueIn(lines, name, ...labels);
  expect(valueOf('process_resident_memory_bytes', service)).toBeGreaterThan(0);
  const turn = ['activity_type="callModel"', service];
  expect(valueOf('temporal_activity_execution_latency_seconds_count', ...turn)).toBe(1);
  expect(valueOf('temporal_activity_schedule_to_start_latency_seconds_count', service)).toBe(1);
  expect(
    valueOf('temporal_worker_task_slots_available', 'worker_type="ActivityWorker"', service),
  ).toBeGreaterThan(0);
  expect(valueOf('temporal_sticky_cache_size', service)).toBeDefined();
  // Each name has one description, or Prometheus rejects all.
  const types = lines.filter((line) => line.startsWith('# TYPE ')).map((line) => line.split(' ')[2]);
  expect(new Set(types).size).toBe(types.length);
});

/** The value of the first line of a name that has these labels; undefined if there is none. */
function valueIn(lines: string[], name: string, ...labels: string[]): number | undefined {
  const line = lines.find(
    (each) => each.startsWith(`${name}{`) && labels.every((label) => each.includes(label)),
  );
  return line === undefined ? undefined : Number(line.slice(line.lastIndexOf(' ') + 1));
}
