import { expect, it, vi } from 'vitest';
import { post, publishScripted, settled, startThread } from '#clients/raw/conversation.ts';
import { runWorkflowId } from '#contract/temporal/names.ts';
import { waitUntil } from '#tools/dev/processes/wait-until.ts';
import { actingPatch, json, publishActing, startHost } from '../support/acting.ts';
import { callsOf } from '../support/acting-run.ts';
import type { ApiClient } from '../support/api-client.ts';
import { patience, waitMs } from '../support/patience.ts';
import { perFile } from '../support/per-file.ts';
import { startOneProcess, untilApiAnswers } from '../support/process-stack.ts';

vi.setConfig(patience);

const host = perFile(startHost);
// One stack lives through all of these: each starts again what it ends.
const stack = perFile(() => startOneProcess('service', { WORKER_STOP_SECONDS: '360' }));

const answersAt = async (path: string) =>
  (await fetch(`${stack.apiUrl}${path}`).catch(() => undefined))?.status;

async function untilAnswers(path: string, status: number | undefined): Promise<void> {
  await waitUntil(async () => (await answersAt(path)) === status, {
    timeoutMs: waitMs,
    what: `${path} answers ${status}`,
  });
}

/** Posts a message while Temporal is away: it is accepted, and waits. */
async function postWithoutTemporal(client: ApiClient, thread: string): Promise<string> {
  await untilAnswers('/readyz', 503);
  const run = await post(client, thread, 'Hello');
  expect(await client.call('GET', `/v1/loom/runs/${run}`)).toMatchObject({ state: 'running' });
  return run;
}

const answered = { state: 'closed', message: { content: 'You said: Hello' } };

it('[operations.one-process] an API and a worker in one process give the worker the first task of a workflow together with its start', async () => {
  const { client } = await stack.workspace();
  const run = await post(client, await startThread(client), 'Hello');
  expect(await settled(client, run)).toMatchObject(answered);
  const { events } = await stack.temporal.workflow.getHandle(runWorkflowId(run)).fetchHistory();
  expect(events?.[0]?.workflowExecutionStartedEventAttributes?.eagerExecutionAccepted).toBe(true);
});

it('[operations.one-process] [fault.temporal-down] a process of both accepts messages while it loses Temporal, and answers them when it is back', async () => {
  const { client } = await stack.workspace();
  const thread = await startThread(client);
  await stack.proxies.temporal.cut();
  const run = await postWithoutTemporal(client, thread);
  await stack.proxies.temporal.restore();
  expect(await settled(client, run)).toMatchObject(answered);
});

it('[operations.one-process] a process of both that starts without Temporal accepts messages, and answers them when Temporal comes', async () => {
  const { client } = await stack.workspace();
  const thread = await startThread(client);
  await stack.kill('service');
  await stack.proxies.temporal.cut();
  const started = stack.restart('service');
  await untilApiAnswers(stack.apiUrl);
  const run = await postWithoutTemporal(client, thread);
  await stack.proxies.temporal.restore();
  await started;
  expect(await settled(client, run)).toMatchObject(answered);
});

it('[operations.one-process] [worker.stop.sent-calls] a process of both that is told to stop accepts no more requests, and ends when a call that it has sent is answered and stored', async () => {
  const asked = Promise.withResolvers<(body: unknown) => void>();
  host.answer = (_, response) => asked.resolve((body) => json(response, 200, body));
  const { client } = await stack.workspace();
  const agent = await publishActing(client, host, [actingPatch('pay', { timeout_seconds: 300 })]);
  const thread = await startThread(client, agent.id);
  const run = await post(client, thread, '/call pay {"amount":12}\n---\n/say {{last}}');
  const answer = await asked.promise;
  const before = host.calls.length;
  stack.signal('service', 'SIGTERM');
  await untilAnswers('/healthz', undefined);
  answer({ paid: 'late' });
  expect(await stack.ended('service')).toBe('exit code 0');
  await stack.restart('service');
  expect(await settled(client, run)).toMatchObject({
    state: 'closed',
    message: { content: '{"paid":"late"}' },
  });
  expect(await callsOf(client, run)).toMatchObject([{ status: 'ok', result: { paid: 'late' } }]);
  expect(host.calls).toHaveLength(before);
});

const messages = 24;
const kills = new Set([8, 16]);

it('[operations.one-process] [invariant.accepted-message-never-lost] every message that a process of both has accepted in a burst has exactly one reply, however often it is killed', async () => {
  const { client } = await stack.workspace();
  const { id } = await publishScripted(client);
  const threads: string[] = [];
  for (let count = 0; count < 8; count += 1) threads.push(await startThread(client, id));
  const accepted = new Map<string, string>();
  let posted = 0;
  let restarting: Promise<void> | undefined;
  const killAndRestart = async (before?: Promise<void>) => {
    await before;
    await stack.kill('service');
    await stack.restart('service');
  };
  const postAll = async () => {
    while (accepted.size < messages) {
      posted += 1;
      const thread = threads[posted % threads.length] ?? '';
      const content = `/sleep 20\n/say reply to ${posted}`;
      // A message without its 202 may have been stored or not: the client cannot know, and neither is wrong.
      const run = await post(client, thread, content).catch(() => undefined);
      if (run === undefined) {
        await untilApiAnswers(stack.apiUrl);
        continue;
      }
      accepted.set(run, content);
      if (kills.has(accepted.size)) restarting = killAndRestart(restarting);
    }
  };
  await Promise.all(Array.from({ length: 8 }, postAll));
  await restarting;
  for (const [run, content] of accepted) {
    expect(await settled(client, run)).toMatchObject({ state: 'closed' });
    const said = (await stack.db.messages.find({ run_id: run }).sort({ seq: 1 }).toArray()).map(
      (message) => message.content,
    );
    expect(said).toEqual([content, content.replace('/sleep 20\n/say ', '')]);
  }
});
