import { beforeEach, expect, it } from 'vitest';
import { converse, post, settled } from '#clients/raw/conversation.ts';
import { readBefore, readRunSoFar } from '#engine/steps/conversation.ts';
import { EarlierRuns } from '#engine/steps/earlier-runs.ts';
import { runPorts } from '#store/runs/run-ports.ts';
import { actingPatch, json, startHost } from '../../support/acting.ts';
import { startActing, threadOf, traceOf } from '../../support/acting-run.ts';
import { perTest } from '../../support/per-file.ts';
import { sharedService } from '../../support/service.ts';

const service = sharedService();
const host = perTest(startHost);
beforeEach(() => {
  host.answer = (_, response) => json(response, 200, { receipt: 'R-1', token: 'tok-9876' });
});

interface Told {
  role: string;
  content?: string;
  calls?: { id: string; name: string; args: object }[];
  results?: { call_id: string; result: object }[];
}

/** The messages that the model was shown in a turn of a run. */
async function told(client: Parameters<typeof traceOf>[0], run: string, turn = 0): Promise<Told[]> {
  const { turns } = await traceOf(client, run);
  return turns[turn]?.request?.['messages'] as Told[];
}

const paying = (patch = {}) => [actingPatch('pay', { input_schema: { type: 'object' }, ...patch })];
/** Pays, and then says nothing, which fails the run. */
const payAndFail = '/call pay {"to":"Bo","amount":100}\n---\n/say';

it('[model.shown.calls] a run that paid and failed is shown to the next one, and the messages of the user stay apart', async () => {
  const { client, thread } = await startActing(service, { host, patches: paying() });
  const first = await converse(client, thread, payAndFail);
  expect(first).toMatchObject({ state: 'failed', error: { code: 'model_error' } });
  expect(host.calls).toHaveLength(1);
  const second = await converse(client, thread, '/say Hello');
  const messages = await told(client, second.id);
  expect(messages).toMatchObject([
    { role: 'user', content: payAndFail },
    { role: 'assistant', calls: [{ name: 'pay', args: { to: 'Bo', amount: 100 } }] },
    { role: 'tool', results: [{ result: { receipt: 'R-1' } }] },
    { role: 'assistant', content: expect.stringContaining('failed') as string },
    { role: 'user', content: '/say Hello' },
  ]);
  expect(messages[2]?.results?.[0]?.call_id).toBe(messages[1]?.calls?.[0]?.id);
});

it('[model.shown.calls] a run that paid and was cancelled is shown to the next one, read or remembered alike', async () => {
  const { client, thread } = await startActing(service, { host, patches: paying() });
  const first = await post(client, thread, '/call pay {"to":"Bo"}\n---\n/sleep 60000');
  await expect.poll(() => host.calls.length).toBe(1);
  await client.post(`/v1/loom/runs/${first}/cancel`, {});
  expect(await settled(client, first)).toMatchObject({ state: 'closed', reason: 'cancelled' });
  const second = await converse(client, thread, '/say Hello\n---\n/say again');
  const messages = await told(client, second.id);
  expect(messages.slice(1, 4)).toMatchObject([
    { calls: [{ name: 'pay' }] },
    { role: 'tool' },
    { content: expect.stringContaining('was cancelled') as string },
  ]);
  // The second run is in the cache now, the first one was read: both are shown alike.
  const third = await converse(client, thread, '/say Bye');
  expect((await told(client, third.id)).slice(0, 5)).toEqual(messages.slice(0, 5));
});

it('[model.shown.calls] a run that is told from the store is told as it was from memory', async () => {
  const { client, thread } = await startActing(service, { host, patches: paying() });
  await converse(client, thread, '/call pay {"to":"Bo"}\n---\n/say Paid');
  const remembered = await converse(client, thread, '/say One');
  const before = await told(client, remembered.id);
  const { conversations, store } = runPorts(service.db, service.keyring);
  const loaded = await store.read({ run_id: remembered.id, thread_id: thread, turn_count: 0 });
  if (loaded === null) throw new Error('there is no such run');
  const read = await readRunSoFar(
    conversations,
    {
      ...loaded,
      run: { ...loaded.run, turn_count: 0 },
      thread: { ...loaded.thread, last_seq: loaded.run.seq },
    },
    { before: await readBefore(conversations, loaded.run), earlierRuns: new EarlierRuns(), now: new Date() },
  );
  expect([...read.history.flatMap(({ messages }) => messages), ...read.run]).toEqual(before);
});

it('[model.shown.calls] [run.trace.redacted] what a patch redacts in a call of an earlier run is in no trace', async () => {
  const redact = { args: ['/to'], result: ['/token'] };
  const { client, thread } = await startActing(service, { host, patches: paying({ redact }) });
  await converse(client, thread, '/call pay {"to":"card-yankee"}\n---\n/say Paid');
  const second = await converse(client, thread, '/say card-yankee has token tok-9876');
  const trace = JSON.stringify(await traceOf(client, second.id));
  expect(trace).toContain('R-1');
  expect(trace.replaceAll('/say card-yankee has token tok-9876', '')).not.toMatch(/card-yankee|tok-9876/);
});

it('[model.shown.lasting] a payment that is too old to be shown is told in a line; what may be repeated is not', async () => {
  const patches = [
    ...paying({ reliability: { idempotent: false, retry: 'none' } }),
    actingPatch('look_up', { reliability: { idempotent: true, retry: 'safe' } }),
  ];
  const { client, thread } = await startActing(service, { host, patches });
  const long = 'x'.repeat(300);
  await converse(client, thread, `/call look_up {}\n/call pay {"note":"${long}","to":"Bo"}\n---\n/say Paid`);
  const last = (await threadOf(client, thread)).message_count;
  // Another 120 messages, without their runs.
  const { db } = service;
  const stored = await db.messages.findOne({ thread_id: thread, seq: 1 });
  if (stored === null) throw new Error('there is no message');
  const filler = Array.from({ length: 120 }, (_, index) => {
    const seq = last + 1 + index;
    const role = index % 2 === 0 ? ('user' as const) : ('assistant' as const);
    const run_seq = seq - (index % 2);
    return {
      ...stored,
      _id: `${thread}-${seq}`,
      run_id: `${thread}-${run_seq}`,
      seq,
      run_seq,
      role,
      content: 'Hm.',
    };
  });
  await db.messages.insertMany(filler);
  await db.threads.updateOne({ _id: thread }, { $inc: { last_seq: 120, message_count: 120, version: 1 } });
  const run = await converse(client, thread, '/say Hello');
  const messages = await told(client, run.id);
  expect(messages.length).toBeLessThanOrEqual(102);
  expect(messages[0]?.role).toBe('user');
  const [, record] = messages;
  expect(record?.role).toBe('assistant');
  expect(record?.content?.split('\n').slice(1)).toEqual([
    expect.stringMatching(
      /^- \d{4}-\S+Z pay@1 \{"note":"x{191}… -> ok \{"receipt":"R-1","token":"tok-9876"\}$/,
    ),
  ]);
});
