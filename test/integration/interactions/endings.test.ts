import { expect, it } from 'vitest';
import type { Trace } from '#contract/run.ts';
import type { Thread } from '#contract/thread.ts';
import { publishActing } from '../../support/acting.ts';
import { closedWorkflow } from '../../support/closed-workflow.ts';
import { converse, messagesOf, startThread } from '#client/conversation.ts';
import { eventsOf } from '../../support/events.ts';
import { sharedService } from '../../support/service.ts';

const service = sharedService();
const callsOf = (trace: Trace) => trace.turns.flatMap((turn) => turn.tool_calls);

it('[run.end.handoff] a handoff is announced, and the run closes after one last turn of words', async () => {
  const { client } = await service.workspace({ subject: 'ada' });
  const agent = await publishActing(client, undefined, []);
  const script =
    '/call handoff {"reason":"angry","summary":"refund"}\n---\n/call ask_user {"question":"?"}\n/say Bye';
  const run = await converse(client, await startThread(client, agent.id), script);
  expect(run).toMatchObject({ state: 'closed', reason: 'handoff', message: { content: 'Bye' } });
  const events = await eventsOf(service.db, run.id);
  expect(events.find(({ type }) => type === 'handoff.requested')?.data).toEqual({
    patch_ref: 'handoff@1',
    reason: 'angry',
    summary: 'refund',
  });
});

it('[run.cancel.paused] [run.cancel.terminal] a paused run is cancelled at once, its call failed, and its thread free', async () => {
  const { client } = await service.workspace({ subject: 'ada' });
  const agent = await publishActing(client, undefined, []);
  const thread = await startThread(client, agent.id);
  const { id } = await converse(client, thread, '/call ask_user {"question":"?"}');
  const { data } = await client.post(`/v1/loom/runs/${id}/cancel`);
  expect(data).toEqual({ run_id: id, state: 'closed' });
  expect((await client.get<Thread>(`/v1/loom/threads/${thread}`)).data.pending_elicitation).toBeNull();
  const { data: trace } = await client.get<Trace>(`/v1/loom/runs/${id}/trace`);
  expect(callsOf(trace)[0]).toMatchObject({ status: 'failed', error: { code: 'cancelled' } });
  expect((await closedWorkflow(service.temporal, id)).status.name).toBe('CANCELLED');
  const again = await client.post(`/v1/loom/runs/${id}/cancel`);
  expect([again.status, again.data]).toEqual([202, { run_id: id, state: 'closed' }]);
  expect(await converse(client, thread, 'Hello')).toMatchObject({ state: 'closed' });
});

it('[run.end.turn-limit] a run that would need more turns than its agent allows fails', async () => {
  const { client } = await service.workspace({ subject: 'ada' });
  const agent = await publishActing(client, undefined, [], {
    limits: { max_turns: 2, pause_ttl_seconds: 60 },
  });
  const step = '/call list_banks {"country":"NG"}';
  const run = await converse(
    client,
    await startThread(client, agent.id),
    `${step}\n---\n${step}\n---\n${step}`,
  );
  expect(run).toMatchObject({ state: 'failed', error: { code: 'turn_limit' } });
});

it('[patch.builtin.update-plan] [patch.builtin.show-block] a plan is told of, and a block joins the reply', async () => {
  const { client } = await service.workspace({ subject: 'ada' });
  const agent = await publishActing(client, undefined, []);
  const thread = await startThread(client, agent.id);
  const steps = [{ title: 'Look', status: 'active' }];
  const script = `/call update_plan ${JSON.stringify({ steps })}\n/call show_block {"kind":"card","payload":{"a":1}}\n---\n/say Here`;
  const run = await converse(client, thread, script);
  expect(run).toMatchObject({ state: 'closed', message: { content: 'Here' } });
  const events = await eventsOf(service.db, run.id);
  expect(events.find(({ type }) => type === 'plan.updated')?.data).toEqual({ steps });
  expect((await messagesOf(client, thread)).at(-1)).toMatchObject({
    content: 'Here',
    parts: [
      { type: 'text', text: 'Here' },
      { type: 'data', kind: 'card', payload: { a: 1 } },
    ],
  });
});

it('[tool-call.args.invalid] [tool-call.denied] calls that are not understood are told of, and four turns of them fail the run', async () => {
  const { client } = await service.workspace({ subject: 'ada' });
  const agent = await publishActing(client, undefined, []);
  const thread = await startThread(client, agent.id);
  const told = await converse(client, thread, '/call ask_user {}\n/call unknown {}\n---\n/say {{last}}');
  expect(told).toMatchObject({ state: 'closed' });
  const { data } = await client.get<Trace>(`/v1/loom/runs/${told.id}/trace`);
  expect(callsOf(data).map(({ status, error }) => [status, error?.code])).toEqual([
    ['failed', 'invalid_args'],
    ['failed', 'denied'],
  ]);
  const bad = (count: number) => Array.from({ length: count }, () => '/bad').join('\n---\n');
  expect(await converse(client, thread, `${bad(3)}\n---\n/say ok`)).toMatchObject({ state: 'closed' });
  expect(await converse(client, thread, `${bad(4)}\n---\n/say ok`)).toMatchObject({
    state: 'failed',
    error: { code: 'invalid_args' },
  });
});
