import { expect, it } from 'vitest';
import type { Message } from '#contract/message.ts';
import { actingPatch, publishActing, startHost } from '../../support/acting.ts';
import { callsOf, pendingCall, report, traceOf } from '../../support/acting-run.ts';
import { converse, settled, startThread } from '#clients/raw/conversation.ts';
import { startService } from '../../support/service.ts';
import { sweepingOf } from '../../support/sweeping.ts';
import { perFile } from '../../support/per-file.ts';

const service = perFile(startService);
const host = perFile(startHost);
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
  // The run that was paused for longer continues.
  expect(await converse(client, thread, 'Yes')).toMatchObject({ id: paused.id, state: 'closed' });
});

it('[retention.traces] [outcome.late] [outcome.repeated] an outcome that is reported after that is recorded, and a repetition of an earlier one changes nothing', async () => {
  const { client } = await service.workspace({ subject: 'ada' });
  const sign = actingPatch('sign', { interaction: 'proposed_action' });
  const agent = await publishActing(client, host, [sign]);
  const propose = async () => {
    const thread = await startThread(client, agent.id);
    const run = await converse(client, thread, '/call sign {"to":"secret-5513"}\n---\n/say {{last}}');
    return { id: run.id, call: await pendingCall(client, thread) };
  };
  const [late, reported] = [await propose(), await propose()];
  await client.post(`/v1/loom/runs/${late.id}/cancel`);
  await report(client, reported.id, reported.call, 'occurred', { note: 'secret-5514' });
  await settled(client, reported.id);
  const ids = { $in: [late.id, reported.id] };
  const past = new Date(Date.now() - 7 * dayMs - 1000);
  await service.db.runs.updateMany({ _id: ids }, { $set: { closed_at: past } });
  await service.db.tool_calls.updateOne({ _id: reported.call }, { $set: { 'outcome.created_at': past } });
  const { sweep, close } = sweepingOf(service, 7);
  await sweep();
  const kept = JSON.stringify(await service.db.tool_calls.find({ run_id: ids }).toArray());
  expect(kept).not.toMatch(/secret-551[34]/);

  expect((await report(client, late.id, late.call, 'failed', { note: 'too late' })).status).toBe(202);
  expect((await report(client, reported.id, reported.call, 'failed')).status).toBe(202);
  await sweep();
  await close();
  expect(await callsOf(client, late.id)).toMatchObject([
    { args: { erased: true }, outcome: { state: 'failed', detail: { note: 'too late' } } },
  ]);
  const [first] = await callsOf(client, reported.id);
  expect(first?.outcome).toMatchObject({ state: 'occurred' });
});
