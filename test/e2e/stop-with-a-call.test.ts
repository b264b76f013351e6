import type { ServerResponse } from 'node:http';
import { expect, it, vi } from 'vitest';
import { setTimeout as sleep } from 'node:timers/promises';
import { waitUntil } from '#dev/processes/wait-until.ts';
import { callsOf } from '../support/acting-run.ts';
import { actingPatch, json, publishActing, startHost } from '../support/acting.ts';
import { post, settled, startThread } from '#client/conversation.ts';
import { patience } from '../support/patience.ts';
import { startProcessStack } from '../support/process-stack.ts';
import { perFile } from '../support/per-file.ts';

vi.setConfig(patience);

const stack = perFile(() => startProcessStack('stop', { WORKER_STOP_SECONDS: '360' }));
const host = perFile(startHost);
let other: { kill(): Promise<void> };
/** Posts a message whose run calls a patch that may not be repeated, and waits until the host has been asked. */
async function callInFlight(timeout_seconds: number) {
  const asked = Promise.withResolvers<ServerResponse>();
  host.answer = (_, response) => asked.resolve(response);
  const { client } = await stack.workspace();
  const agent = await publishActing(client, host, [actingPatch('pay', { timeout_seconds })]);
  const run = await post(client, await startThread(client, agent.id), script);
  return { client, agent, run, response: await asked.promise };
}

const script = '/call pay {"amount":12}\n---\n/say {{last}}';
/** Longer than a stopping worker gives anything but calls, and than a worker was once given in all. */
const slowAnswerMs = 45_000;

it('[worker.stop.sent-calls] a call that a worker has sent when it is told to stop has its host’s answer as its result, and its run continues at another worker', async () => {
  const { client, agent, run, response } = await callInFlight(300);
  other = await stack.startAnother('worker');
  stack.signal('worker', 'SIGTERM');
  // It has stopped polling, so the other worker does everything that is new.
  host.answer = (_, soon) => json(soon, 200, { paid: 'by the other worker' });
  const next = await post(client, await startThread(client, agent.id), script);
  expect((await settled(client, next)).message?.content).toBe('{"paid":"by the other worker"}');
  await sleep(slowAnswerMs);
  json(response, 200, { paid: 'late' });
  expect(await settled(client, run)).toMatchObject({
    state: 'closed',
    message: { content: '{"paid":"late"}' },
  });
  expect(await callsOf(client, run)).toMatchObject([{ status: 'ok', result: { paid: 'late' } }]);
  expect(host.calls).toHaveLength(2);
  expect(await stack.ended('worker')).toBe('exit code 0');
});

it('[worker.stop.sent-calls] a result that a stopping worker cannot store, because MongoDB is away, is kept until it is back', async () => {
  await other.kill();
  await stack.restart('worker');
  const { client, run, response } = await callInFlight(300);
  stack.signal('worker', 'SIGTERM');
  stack.signal('mongodb', 'SIGSTOP');
  json(response, 200, { paid: 'late' });
  await sleep(slowAnswerMs);
  stack.signal('mongodb', 'SIGCONT');
  expect(await stack.ended('worker')).toBe('exit code 0');
  await stack.restart('worker');
  await settled(client, run);
  expect(await callsOf(client, run)).toMatchObject([{ status: 'ok', result: { paid: 'late' } }]);
});

it('[worker.stop.twice] a worker that is told to stop twice ends at once, and its call as outcome_unknown', async () => {
  const { client, run } = await callInFlight(20);
  let how: string | undefined;
  void stack.ended('worker').then((words) => (how = words));
  const toldAgain = async () => {
    if (how === undefined) stack.signal('worker', 'SIGTERM');
    return await Promise.resolve(how !== undefined);
  };
  await waitUntil(toldAgain, { timeoutMs: 60_000, everyMs: 200, what: 'the worker ends' });
  expect(how).toBe('SIGTERM');
  await stack.restart('worker');
  await settled(client, run);
  expect(await callsOf(client, run)).toMatchObject([
    { status: 'failed', result: { error: { code: 'outcome_unknown' } } },
  ]);
});
