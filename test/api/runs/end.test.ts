import { beforeAll, expect, it } from 'vitest';
import type { Run, Trace } from '#contract/run.ts';
import type { ApiClient } from '../../support/api-client.ts';
import { converse, messagesOf, publishScripted, startThread } from '#clients/raw/conversation.ts';
import { sharedService } from '../../support/service.ts';

const service = sharedService();
let client: ApiClient;
let agent: string;
beforeAll(async () => {
  ({ client } = await service.workspace({ subject: 'ada' }));
  agent = (await publishScripted(client)).id;
});

it('[run.get.message] [run.get.terminal] [run.end.reason-and-error] [run.end.closed-at] a closed run has its reason, its end and its reply', async () => {
  const thread = await startThread(client, agent);
  const run = await converse(client, thread, 'Hello');
  const [, reply] = await messagesOf(client, thread);
  expect(run).toEqual({
    id: run.id,
    thread_id: thread,
    subject_ref: 'ada',
    agent: { id: agent, name: expect.any(String) },
    origin: 'api',
    state: 'closed',
    terminal: true,
    reason: 'finished',
    cost_credits: expect.any(Number),
    message: { id: reply?.id, role: 'assistant', content: 'You said: Hello', created_at: reply?.created_at },
    opened_at: expect.any(String),
    closed_at: expect.any(String),
  });
  expect(Date.parse(run.closed_at as string)).toBeGreaterThanOrEqual(Date.parse(run.opened_at));
});

it('[run.states.terminal-is-final] a closed run and a failed one stay as they are when the thread goes on', async () => {
  const poor = (await service.workspace({ subject: 'ada', credits: 0.001 })).client;
  const thread = await startThread(poor);
  // Its first turn costs all there is, its second cannot be taken.
  const failed = await converse(poor, thread, '/call nothing\n---\n/say never');
  expect([failed.state, failed.error?.code]).toEqual(['failed', 'insufficient_credits']);
  const rich = await startThread(client, agent);
  const closed = await converse(client, rich, 'Hello');
  const { turns } = (await client.get<Trace>(`/v1/loom/runs/${closed.id}/trace`)).data;
  await converse(client, rich, 'Again');
  expect((await client.get<Run>(`/v1/loom/runs/${closed.id}`)).data).toEqual(closed);
  // The trace alone grows on: by the requests that are made for the run.
  const {
    requests: _,
    requests_count: _count,
    ...trace
  } = (await client.get<Trace>(`/v1/loom/runs/${closed.id}/trace`)).data;
  expect(trace).toEqual({ ...closed, turns });
  expect((await poor.get<Run>(`/v1/loom/runs/${failed.id}?wait=1`)).data).toEqual(failed);
});

it('a thread goes on after a run that failed', async () => {
  const thread = await startThread(client, agent);
  await converse(client, thread, '/bad\n---\n/bad\n---\n/bad\n---\n/bad');
  expect((await converse(client, thread, 'Hello')).message?.content).toBe('You said: Hello');
});
