import { expect, it } from 'vitest';
import type { Approval } from '#contract/approval.ts';
import type { Run } from '#contract/run.ts';
import type { Thread } from '#contract/thread.ts';
import { converse, settled } from '#clients/raw/conversation.ts';
import { waitUntil } from '#tools/dev/processes/wait-until.ts';
import { actingPatch, json, startHost } from '../../support/acting.ts';
import { type Acting, callsOf, confirm, startActing, threadOf } from '../../support/acting-run.ts';
import { eventsOf } from '../../support/events.ts';
import { perFile } from '../../support/per-file.ts';
import { sharedService } from '../../support/service.ts';

const service = sharedService();
const host = perFile(startHost);

const pay = actingPatch('pay', { wired: { gate: 'confirm' } });
const script = (...amounts: number[]) =>
  [...amounts.map((amount) => `/call pay {"amount":${amount}}`), '---', '/say done'].join('\n');

interface Held extends Acting {
  run: string;
  calls: string[];
}

/** A run with so many payments that are held together. */
async function hold(amounts: number[], patches = [pay], ttl = 600): Promise<Held> {
  const limits = { max_turns: 24, pause_ttl_seconds: ttl };
  const acting = await startActing(service, { host, patches, agent: { limits } });
  const { id, state } = await converse(acting.client, acting.thread, script(...amounts));
  expect(state).toBe('awaiting_input');
  const { pending_confirmations: held = [] } = await threadOf(acting.client, acting.thread);
  return { ...acting, run: id, calls: held.map(({ tool_call_id }) => tool_call_id) };
}

const sent = (amount: number) =>
  host.calls.filter(({ body }) => (body as { amount: number }).amount === amount).length;
const untilSent = async (amount: number) =>
  await waitUntil(async () => await Promise.resolve(sent(amount) === 1), {
    timeoutMs: 30_000,
    what: `${amount} is sent`,
  });
const resultsOf = async ({ client, run }: Held) =>
  (await callsOf(client, run)).map(({ status, error }) => error?.code ?? status);

it('[gate.set.held-together] [gate.set.shown] three payments of a turn are held together, and shown everywhere', async () => {
  const { client, thread, run, calls } = await hold([11, 12, 13]);
  expect(calls).toHaveLength(3);
  const [first, second, third] = calls;
  const shown = await threadOf(client, thread);
  expect(shown.pending_confirmation?.tool_call_id).toBe(first);
  expect(shown.pending_confirmations).toMatchObject(
    [1, 2, 3].map((position) => ({
      run_id: run,
      args: { amount: 10 + position },
      set: { turn: 1, position, of: 3 },
    })),
  );
  const { data: listed } = await client.get<Thread[]>('/v1/loom/threads');
  expect(listed[0]).toMatchObject({
    pending_confirmations_count: 3,
    pending_confirmation: { tool_call_id: first },
  });
  expect(listed[0]).not.toHaveProperty('pending_confirmations');
  const { data: got } = await client.get<Run>(`/v1/loom/runs/${run}`);
  expect(got.pending?.tool_call_id).toBe(first);
  expect(got.pending_confirmations).toEqual(shown.pending_confirmations);
  const types = (await eventsOf(service.db, run)).map(({ type }) => type);
  expect(types.filter((type) => type === 'write.confirmation_requested')).toHaveLength(3);

  const page = await client.get<Approval[]>('/v1/loom/approvals?limit=2');
  expect(page.data.map(({ tool_call_id }) => tool_call_id)).toEqual([first, second]);
  const next = page.pagination.next_cursor;
  const rest = await client.get<Approval[]>(`/v1/loom/approvals?limit=2&cursor=${next}`);
  expect(rest.data.map(({ tool_call_id }) => tool_call_id)).toEqual([third]);

  await confirm(client, run, first ?? '', 'reject');
  const refused = await client.post(`/v1/loom/threads/${thread}/messages`, { content: 'Hello?' });
  expect([refused.status, refused.error.code, refused.error.details]).toEqual([
    422,
    'awaiting_confirmation',
    { run_id: run, tool_call_id: second },
  ]);
});

it('[gate.set.sent-at-once] [gate.set.resumed-last] each is sent as soon as it is approved, and the run goes on after the last decision', async () => {
  const held = await hold([21, 22, 23]);
  const { client, run, calls, thread } = held;
  const approved = await confirm(client, run, calls[1] ?? '');
  expect(approved.data).toEqual({ run_id: run, state: 'awaiting_input' });
  await untilSent(22);
  await waitUntil(async () => (await resultsOf(held))[1] === 'ok', { timeoutMs: 30_000, what: 'it is paid' });
  expect((await threadOf(client, thread)).pending_confirmations).toHaveLength(2);
  expect((await confirm(client, run, calls[1] ?? '')).status).toBe(404);
  expect((await confirm(client, run, calls[0] ?? '', 'reject')).data).toMatchObject({
    state: 'awaiting_input',
  });
  expect((await confirm(client, run, calls[2] ?? '')).data).toMatchObject({ state: 'running' });
  expect(await settled(client, run)).toMatchObject({ state: 'closed', reason: 'finished' });
  expect([sent(21), sent(22), sent(23)]).toEqual([0, 1, 1]);
});

it('[gate.set.approved-first] [gate.set.cancelled] a cancellation waits for what is on its way, and fails the others at once', async () => {
  const answer = Promise.withResolvers<void>();
  const before = host.answer;
  host.answer = (_, response) => void answer.promise.then(() => json(response, 200, { ok: true }));
  const held = await hold([31, 32]);
  const { client, run, calls } = held;
  await confirm(client, run, calls[0] ?? '');
  await untilSent(31);
  expect((await client.post(`/v1/loom/runs/${run}/cancel`)).data).toMatchObject({ state: 'running' });
  expect(await resultsOf(held)).toEqual(['pending', 'cancelled']);
  answer.resolve();
  expect(await settled(client, run)).toMatchObject({ state: 'closed', reason: 'cancelled' });
  expect(await resultsOf(held)).toEqual(['ok', 'cancelled']);
  host.answer = before;
});

it('[gate.set.expiry] the end of one that closes the run ends all that are not decided', async () => {
  const short = actingPatch('pay', { wired: { gate: { type: 'confirm', ttl_seconds: 4 } } });
  const held = await hold([41, 42], [short]);
  await confirm(held.client, held.run, held.calls[1] ?? '');
  await untilSent(42);
  const ended = async () => (await settled(held.client, held.run)).terminal;
  await waitUntil(ended, { timeoutMs: 30_000, what: 'the run ends' });
  expect(await settled(held.client, held.run)).toMatchObject({ state: 'closed', reason: 'expired' });
  expect(await resultsOf(held)).toEqual(['expired', 'ok']);
  expect((await confirm(held.client, held.run, held.calls[0] ?? '')).status).toBe(404);
});

it('[gate.set.revised] a corrected payment takes the place of the first one', async () => {
  const { client, run, calls, thread } = await hold([51, 52, 53]);
  const revised = await client.post<{ tool_call_id: string }>(`/v1/loom/runs/${run}/revise`, {
    tool_call_id: calls[1],
    args: { amount: 54 },
  });
  expect(revised).toMatchObject({ status: 202, data: { state: 'awaiting_input' } });
  await untilSent(54);
  expect((await threadOf(client, thread)).pending_confirmations).toMatchObject([
    { tool_call_id: calls[0] },
    { tool_call_id: calls[2] },
  ]);
  await confirm(client, run, calls[0] ?? '');
  await confirm(client, run, calls[2] ?? '');
  expect(await settled(client, run)).toMatchObject({ state: 'closed', reason: 'finished' });
  expect([51, 52, 53, 54].map(sent)).toEqual([1, 0, 1, 1]);
});

it('[gate.set.resumed-last] many decisions at the same moment are all carried out, each once', async () => {
  const amounts = Array.from({ length: 20 }, (_, index) => 100 + index);
  const { client, run, calls } = await hold(amounts);
  const decided = await Promise.all(calls.map(async (call) => await confirm(client, run, call)));
  expect(decided.map(({ status }) => status)).toEqual(amounts.map(() => 202));
  expect(await settled(client, run)).toMatchObject({ state: 'closed', reason: 'finished' });
  expect(amounts.map(sent)).toEqual(amounts.map(() => 1));
});
