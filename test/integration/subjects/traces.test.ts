import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Message } from '#contract/message.ts';
import { actingPatch, type Host, publishActing, startHost } from '../../support/acting.ts';
import { traceOf } from '../../support/acting-run.ts';
import { converse, startThread } from '../../support/conversation.ts';
import { startService, type TestService } from '../../support/service.ts';
import { sweepingOf } from '../../support/sweeping.ts';

let service: TestService;
let host: Host;
beforeAll(async () => {
  [service, host] = await Promise.all([startService(), startHost()]);
});
afterAll(async () => await Promise.all([service.stop(), host.stop()]));

const dayMs = 24 * 60 * 60 * 1000;

it('[retention.traces] what a run did leaves its trace so many days after its end, and nothing else does', async () => {
  const { client } = await service.workspace({ subject: 'ada' });
  const agent = await publishActing(client, host, [actingPatch('look')]);
  const thread = await startThread(client, agent.id);
  const script = '/call look {"to":"secret-5512"}\n---\n/say {{last}}';
  const old = await converse(client, thread, script);
  const young = await converse(client, thread, script);
  const paused = await converse(client, thread, '/call ask_user {"question":"?"}');
  const before = await traceOf(client, young.id);
  const closed_at = new Date(Date.now() - 7 * dayMs - 1000);
  await service.db.runs.updateOne({ _id: old.id }, { $set: { closed_at } });
  await service.db.runs.updateOne({ _id: paused.id }, { $set: { opened_at: closed_at } });

  const forever = sweepingOf(service);
  await forever.sweep();
  await forever.close();
  expect(await service.db.tool_calls.countDocuments({ run_id: old.id })).toBe(1);

  const { sweep, close } = sweepingOf(service, 7);
  await sweep();
  await sweep();
  await close();
  const trace = await traceOf(client, old.id);
  expect(trace.turns.map(({ tool_calls, request, response }) => ({ tool_calls, request, response }))).toEqual(
    trace.turns.map(() => ({ tool_calls: [], request: { erased: true }, response: { erased: true } })),
  );
  expect(trace.turns).toHaveLength(2);
  expect(trace.turns.every(({ input_tokens, output_tokens }) => input_tokens + output_tokens > 0)).toBe(true);
  const turns = await service.db.turns.find({ run_id: old.id }).toArray();
  expect(JSON.stringify(turns)).not.toContain('secret-5512');
  expect(await traceOf(client, young.id)).toMatchObject({ turns: before.turns });
  expect((await traceOf(client, paused.id)).turns[0]?.tool_calls).toHaveLength(1);
  const { data } = await client.get<Message[]>(`/v1/loom/threads/${thread}/messages`);
  expect(data.filter(({ run_id }) => run_id === old.id)).toHaveLength(2);
  // The run goes on that was paused for longer.
  expect(await converse(client, thread, 'Yes')).toMatchObject({ id: paused.id, state: 'closed' });
});
