import { expect, it } from 'vitest';
import { mostOpenRuns } from '#contract/thread.ts';
import { messagesOf, settled } from '#clients/raw/conversation.ts';
import { waitUntil } from '#tools/dev/processes/wait-until.ts';
import { json, startHost } from '../../support/acting.ts';
import { callsOf, confirm } from '../../support/acting-run.ts';
import { heldOn, type HeldThread, holdOn, say } from '../../support/beside.ts';
import { leaveCredits } from '../../support/ledger.ts';
import { perFile } from '../../support/per-file.ts';
import { sharedService } from '../../support/service.ts';

const service = sharedService();
const host = perFile(startHost);

const sent = (amount: number) =>
  host.calls.filter(({ body }) => (body as { amount: number }).amount === amount).length;
const resultsOf = async ({ client, run }: HeldThread) =>
  (await callsOf(client, run)).map(({ status, error }) => error?.code ?? status);

it('[thread.beside.cancel] a message cancels the held run, and is answered after it', async () => {
  const held = await holdOn(service, host, [111, 112]);
  const { client, thread, run } = held;
  const { status, data } = await say(client, thread, '/say Forget it.', 'cancel');
  expect(status).toBe(202);
  expect(await settled(client, data.run_id)).toMatchObject({
    state: 'closed',
    message: { content: 'Forget it.' },
  });
  expect(await settled(client, run)).toMatchObject({ state: 'closed', reason: 'cancelled' });
  expect(await resultsOf(held)).toEqual(['cancelled', 'cancelled']);
  expect(await heldOn(held)).toEqual([]);
  expect([sent(111), sent(112)]).toEqual([0, 0]);
});

it('[thread.beside.cancel] a call that was sent keeps its result, and the new run waits for it', async () => {
  const answer = Promise.withResolvers<void>();
  const before = host.answer;
  host.answer = (_, response) => void answer.promise.then(() => json(response, 200, { ok: true }));
  const held = await holdOn(service, host, [121, 122]);
  const { client, thread, run, calls } = held;
  await confirm(client, run, calls[0] ?? '');
  await waitUntil(async () => await Promise.resolve(sent(121) === 1), {
    timeoutMs: 30_000,
    what: 'it is sent',
  });
  const { data } = await say(client, thread, '/say Forget it.', 'cancel');
  expect(await resultsOf(held)).toEqual(['pending', 'cancelled']);
  expect((await client.get<{ state: string }>(`/v1/loom/runs/${data.run_id}`)).data.state).toBe('running');
  expect((await messagesOf(client, thread)).at(-1)?.role).toBe('user');
  answer.resolve();
  expect(await settled(client, data.run_id)).toMatchObject({ message: { content: 'Forget it.' } });
  host.answer = before;
  expect(await resultsOf(held)).toEqual(['ok', 'cancelled']);
  const { turns } = (
    await client.get<{ turns: { request: unknown }[] }>(`/v1/loom/runs/${data.run_id}/trace`)
  ).data;
  const shown = JSON.stringify(turns[0]?.request);
  expect(shown).toContain(
    'This request was cancelled before there was a reply. The effects of the calls above remain.',
  );
});

it('[thread.beside.cancel] all held runs of the thread are cancelled', async () => {
  const held = await holdOn(service, host, [131]);
  const { client, thread, run } = held;
  const beside = await say(client, thread, '/call pay {"amount":132}', 'beside');
  expect(await settled(client, beside.data.run_id)).toMatchObject({ state: 'awaiting_input' });
  const { data } = await say(client, thread, '/say Forget all.', 'cancel');
  expect(await settled(client, data.run_id)).toMatchObject({ message: { content: 'Forget all.' } });
  for (const id of [run, beside.data.run_id])
    expect(await settled(client, id)).toMatchObject({ state: 'closed', reason: 'cancelled' });
});

it('[thread.beside.cancel] nothing is cancelled by a message that is refused anyway', async () => {
  const held = await holdOn(service, host, [141]);
  const { client, thread, workspace, calls } = held;
  const elsewhere = client.with({ headers: { 'service-connection': 'nowhere' } });
  const unknown = await say(elsewhere, thread, '/say Hello', 'cancel');
  expect(unknown.error.code).toBe('unknown_connection');
  const undeclared = await client.post(`/v1/loom/threads/${thread}/messages`, {
    content: 'Hello',
    while_held: 'cancel',
    context: { nickname: 'Ada' },
  });
  expect(undeclared.error.code).toBe('invalid_request');
  const line = Array.from({ length: mostOpenRuns }, (_, index) => `run-${index}`);
  const { active_runs } = (await service.db.threads.findOne({ _id: thread })) ?? {};
  await service.db.threads.updateOne({ _id: thread }, { $set: { active_runs: line } });
  expect((await say(client, thread, '/say Hello', 'cancel')).error.code).toBe('rate_limited');
  expect((await say(client, thread, '/say Hello', 'beside')).error.code).toBe('rate_limited');
  await service.db.threads.updateOne({ _id: thread }, { $set: { active_runs: active_runs ?? [] } });
  await leaveCredits(service.db, workspace, 0);
  for (const way of ['cancel', 'beside'] as const)
    expect((await say(client, thread, '/say Hello', way)).error.code).toBe('insufficient_credits');
  expect(await heldOn(held)).toEqual(calls);
});

it('[thread.beside.cancel] a message that is repeated under its key cancels and starts once', async () => {
  const held = await holdOn(service, host, [151]);
  const { client, thread } = held;
  const keyed = client.with({ headers: { 'idempotency-key': 'again' } });
  const post = async () => await say(keyed, thread, '/call pay {"amount":152}', 'cancel');
  const first = await post();
  expect(await settled(client, first.data.run_id)).toMatchObject({ state: 'awaiting_input' });
  const again = await post();
  expect([again.status, again.data.run_id]).toEqual([202, first.data.run_id]);
  expect(await heldOn(held)).toHaveLength(1);
});

it('[thread.beside.cancel-or-decision] of a decision and a cancelling message at once one is first, and the truth is told', async () => {
  const amounts = [161, 162, 163, 164, 165, 166];
  const ends = await Promise.all(
    amounts.map(async (amount) => {
      const held = await holdOn(service, host, [amount]);
      const { client, thread, run, calls } = held;
      const [decided, posted] = await Promise.all([
        confirm(client, run, calls[0] ?? ''),
        say(client, thread, '/say Forget it.', 'cancel'),
      ]);
      expect(posted.status).toBe(202);
      expect(await settled(client, posted.data.run_id)).toMatchObject({ message: { content: 'Forget it.' } });
      const { reason } = await settled(client, run);
      const [result] = await resultsOf(held);
      expect(sent(amount)).toBeLessThanOrEqual(1);
      const isMade = decided.status === 202;
      expect([result, sent(amount)]).toEqual(isMade ? ['ok', 1] : ['cancelled', 0]);
      expect(isMade ? 'cancelled' : reason).toBe('cancelled');
      return decided.status;
    }),
  );
  expect(ends.every((status) => status === 202 || status === 404)).toBe(true);
});

it('[thread.beside.cancel] a message that answers a question cancels the held runs first, whatever the balance', async () => {
  const held = await holdOn(service, host, [171]);
  const { client, thread, run, workspace } = held;
  const asking = await say(
    client,
    thread,
    '/call ask_user {"question":"Which?"}\n---\n/say {{last}}',
    'beside',
  );
  expect(await settled(client, asking.data.run_id)).toMatchObject({ state: 'awaiting_input' });
  await leaveCredits(service.db, workspace, 0);
  const { status, data } = await say(client, thread, 'The blue one', 'cancel');
  expect([status, data.run_id]).toEqual([202, asking.data.run_id]);
  expect(await settled(client, run)).toMatchObject({ state: 'closed', reason: 'cancelled' });
  expect(await heldOn(held)).toEqual([]);
});
