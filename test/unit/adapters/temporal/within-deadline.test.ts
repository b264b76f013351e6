import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { WorkflowExecutionAlreadyStartedError, type Client } from '@temporalio/client';
import { createTemporalClient, pingTemporal } from '#adapters/temporal/connect.ts';
import { type RunLabels, temporalRunWorkflows } from '#adapters/temporal/run-workflows.ts';
import { temporalWebhookWorkflows } from '#adapters/temporal/webhook-workflows.ts';
import { withinDeadline } from '#adapters/temporal/within-deadline.ts';

const labels: RunLabels = {
  run_id: 'run',
  workspace_id: 'workspace',
  thread_id: 'thread',
  agent: { id: 'agent', key: 'key', name: 'name' },
  seq: 1,
};
const timeoutMs = 300;

/** A server that takes connections and never says anything, and a client of it. */
let silent: Client;
let stop: () => Promise<void>;
beforeEach(async () => {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => {});
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  silent = createTemporalClient({ address: `127.0.0.1:${port}`, namespace: 'default' });
  stop = async () => {
    await silent.connection.close();
    for (const socket of sockets) socket.destroy();
    server.close();
  };
});
afterEach(async () => {
  vi.useRealTimers();
  await stop();
});

/**
 * Calls fail when their time is over at the latest. The time goes no further: the SDK itself would give up later.
 * @returns how many failed before
 */
async function failInTime(...calls: (() => Promise<unknown>)[]): Promise<number> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  let failed = 0;
  const outcomes = calls.map(async (call) => {
    await expect(call()).rejects.toThrow(/did not answer|deadline|unavailable|failed/i);
    failed += 1;
  });
  await vi.advanceTimersByTimeAsync(timeoutMs - 1);
  const early = failed;
  await vi.advanceTimersByTimeAsync(1);
  await Promise.all(outcomes);
  vi.useRealTimers();
  return early;
}

it('every call to a Temporal that does not answer fails when its time is over', async () => {
  const runs = temporalRunWorkflows(silent, { timeoutMs });
  const webhooks = temporalWebhookWorkflows(silent, { timeoutMs });
  const calls = [
    async () => await runs.start(labels),
    async () => await runs.resume('run', { tool_call_id: 'call', directive: { next: 'turn', turn: 2 } }),
    async () => await runs.cancel('run'),
    async () => await runs.endedFromOutside(new Date(), 10),
    async () => await webhooks.signal({ endpoint_id: 'endpoint', workspace_id: 'workspace' }),
    async () => await pingTemporal(silent, timeoutMs),
  ];
  expect(await failInTime(...calls)).toBe(0);
});

it('to a Temporal that refuses connections as well', async () => {
  await stop();
  const { address } = (silent.connection as unknown as { options: { address: string } }).options;
  const refused = createTemporalClient({ address, namespace: 'default' });
  const runs = temporalRunWorkflows(refused, { timeoutMs });
  const early = await failInTime(async () => await runs.start(labels));
  // Being refused, it may fail at once.
  expect([0, 1]).toContain(early);
  await refused.connection.close();
});

it('a client that is closed while a call waits to be tried again ends the call, and no more', async () => {
  await stop();
  const { address } = (silent.connection as unknown as { options: { address: string } }).options;
  const refused = createTemporalClient({ address, namespace: 'default' });
  const uncaught: unknown[] = [];
  const listen = (error: unknown) => void uncaught.push(error);
  process.on('uncaughtException', listen);
  const runs = temporalRunWorkflows(refused, { timeoutMs: 5000 });
  const starts = Array.from(
    { length: 20 },
    async () => await runs.start(labels).catch((error: unknown) => error),
  );
  // Tries follow one another 100 ms and more apart: some wait for theirs.
  await sleep(100);
  await refused.connection.close();
  for (const error of await Promise.all(starts)) expect(error).toBeInstanceOf(Error);
  process.off('uncaughtException', listen);
  expect(uncaught).toEqual([]);
});

/** A client whose calls do what a test says. */
function clientWith(workflow: object): Client {
  const connection = { withDeadline: async (_: number, work: () => Promise<unknown>) => await work() };
  return { connection, workflow } as unknown as Client;
}

const never = async () => await new Promise<never>(() => {});
const started = async () =>
  await Promise.reject(new WorkflowExecutionAlreadyStartedError('started', 'run-run', 'run'));

it('so does a start that has to look whether the workflow is alive, and hears nothing', async () => {
  const client = clientWith({ start: started, getHandle: () => ({ describe: never }) });
  const start = async () => await temporalRunWorkflows(client, { timeoutMs }).start(labels);
  expect(await failInTime(start)).toBe(0);
});

it.each([
  ['RUNNING', true],
  ['CONTINUED_AS_NEW', true],
  ['COMPLETED', false],
  ['TERMINATED', false],
])('a workflow that was started before and is %s can be signalled: %s', async (name, alive) => {
  const describe = async () => await Promise.resolve({ status: { name } });
  const client = clientWith({ start: started, getHandle: () => ({ describe }) });
  expect(await temporalRunWorkflows(client, { timeoutMs }).start(labels)).toBe(alive);
});

it('what is in time is given on as it is, result or error', async () => {
  const client = clientWith({});
  expect(await withinDeadline(client, timeoutMs, async () => await Promise.resolve('done'))).toBe('done');
  const fail = async () => await Promise.reject(new RangeError('refused'));
  await expect(withinDeadline(client, timeoutMs, fail)).rejects.toThrow(RangeError);
});
