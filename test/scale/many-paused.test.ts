import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { waitUntil } from '#tools/dev/processes/wait-until.ts';
import { confirm, pendingCall } from '../support/acting-run.ts';
import { actingPatch, publishActing, startHost } from '../support/acting.ts';
import { post, settled, startThread } from '#clients/raw/conversation.ts';
import { startService } from '../support/service.ts';
import { perFile } from '../support/per-file.ts';

const clients = 8;
const cachedWorkflows = 10;
/** After this many, everything that is created once exists: connections, compiled code, published versions. */
const warm = 40;
const total = 140;
const decided = 10;
/**
 * Growth of the heap of API and worker together for each paused run, in bytes. It is not all of the runs: 200 of them
 * left 11 to 16 kB each, of code and caches that still grew.
 */
const growthTolerance = 50_000;

const service = perFile(() => startService({ cachedWorkflows }));
const host = perFile(startHost);
const client = perFile(async () => (await service.workspace({ subject: 'ada', credits: 10_000 })).client);

interface PausedRun {
  thread: string;
  run: string;
}

/** Opens runs that are held at a gate, until there are so many. */
async function pause(agent: string, paused: PausedRun[], count: number): Promise<void> {
  let begun = paused.length;
  const pauseSome = async () => {
    while (begun < count) {
      begun += 1;
      const thread = await startThread(client, agent);
      const run = await post(client, thread, '/call pay {"amount":12}\n---\n/say {{last}}');
      paused.push({ thread, run });
    }
  };
  await Promise.all(Array.from({ length: clients }, pauseSome));
  const held = async () => await service.db.runs.countDocuments({ state: 'awaiting_input' });
  await waitUntil(async () => (await held()) === count, { timeoutMs: 300_000, what: `${count} are paused` });
}

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Bytes of API and worker in this thread's heap. Workflows are in the heaps of other threads, and counted. */
function heldBytes(): number {
  service.logs.length = 0;
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

it('memory does not grow with the number of paused runs beyond the workflow cache, and each can be decided', async () => {
  const agent = await publishActing(client, host, [actingPatch('pay', { wired: { gate: 'confirm' } })]);
  const paused: PausedRun[] = [];
  await pause(agent.id, paused, warm);
  const before = heldBytes();
  await pause(agent.id, paused, total);
  // A run is paused a little before its workflow has nothing left to do. Until then more is in memory.
  const growth = () => (heldBytes() - before) / (total - warm);
  await expect.poll(growth, { interval: 1000 }).toBeLessThan(growthTolerance);
  await expect.poll(() => service.cachedWorkflows()).toBeLessThanOrEqual(cachedWorkflows);

  const calls: string[] = [];
  for (let index = 0; index < decided; index += 1) {
    const { thread, run } = paused[Math.floor((index * total) / decided)] as PausedRun;
    const call = await pendingCall(client, thread);
    expect((await confirm(client, run, call)).status).toBe(202);
    expect(await settled(client, run)).toMatchObject({
      state: 'closed',
      message: { content: '{"ok":true}' },
    });
    calls.push(call);
  }
  expect(host.calls.map(({ headers }) => headers['idempotency-key'])).toEqual(calls);
  expect(await service.db.runs.countDocuments({ state: 'awaiting_input' })).toBe(total - decided);
}, 900_000);
