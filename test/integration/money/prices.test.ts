import type { ServerResponse } from 'node:http';
import { expect, it } from 'vitest';
import { actingPatch, json, startHost } from '../../support/acting.ts';
import { callsOf, confirm, pendingCall, startActing, traceOf } from '../../support/acting-run.ts';
import { converse, post, settled } from '#clients/raw/conversation.ts';
import { accountOf } from '../../support/ledger.ts';
import { perTest } from '../../support/per-file.ts';
import { sharedService } from '../../support/service.ts';

const service = sharedService();
const host = perTest(startHost);
const quote = actingPatch('quote', {
  price_credits: 0.000_001,
  reliability: { idempotent: true, retry: 'always' },
});

it('[money.turn-price] [money.precision] [money.run-cost] a turn costs the price of its tokens, a run the sum of its turns, and so much is charged', async () => {
  const { workspace, client, thread } = await startActing(service);
  const run = await converse(client, thread, '/call list_banks {}\n---\n/say done');
  const { turns } = await traceOf(client, run.id);
  expect(turns).toHaveLength(2);
  let micros = 0;
  for (const { input_tokens, output_tokens, cost_credits } of turns) {
    expect(input_tokens).toBeGreaterThan(0);
    expect(output_tokens).toBeGreaterThan(0);
    // In tests every class costs one credit per 1,000 tokens of either kind.
    expect(cost_credits).toBe((input_tokens + output_tokens) / 1000);
    micros += (input_tokens + output_tokens) * 1000;
  }
  expect(run.cost_credits).toBe(micros / 1_000_000);
  const { balance, entries } = await accountOf(service.db, workspace);
  expect(balance).toBe(1_000_000_000 - micros);
  expect(entries.map(({ delta, reason, ref }) => [delta < 0, reason, ref])).toEqual([
    [false, 'grant', expect.any(String)],
    [true, 'turn', run.id],
    [true, 'turn', run.id],
  ]);
});

it('[money.patch-price] [money.precision] [money.run-cost] [money.charged-once] a priced patch costs its price, a millionth too, once per call that is ok', async () => {
  const { workspace, client, thread } = await startActing(service, { host, patches: [quote] });
  host.answer = (_, response, count) => json(response, count === 1 ? 503 : 200, { ok: true });
  const run = await converse(client, thread, '/call quote {}\n/call quote {}\n---\n/call quote {}');
  const trace = await traceOf(client, run.id);
  const calls = trace.turns.flatMap((turn) => turn.tool_calls);
  expect(calls.map(({ status, cost_credits }) => [status, cost_credits])).toEqual(
    Array.from({ length: 3 }, () => ['ok', 0.000_001]),
  );
  // Four requests, for the first was answered 503: three charges.
  expect(host.calls).toHaveLength(4);
  const { entries, balance } = await accountOf(service.db, workspace);
  expect(entries.filter(({ reason }) => reason === 'patch').map(({ delta, ref }) => [delta, ref])).toEqual(
    Array.from({ length: 3 }, () => [-1, run.id]),
  );
  const turns = trace.turns.reduce((sum, turn) => sum + Math.round(turn.cost_credits * 1e6), 0);
  expect(run.cost_credits).toBe((turns + 3) / 1e6);
  expect(balance).toBe(1_000_000_000 - turns - 3);
});

it('[money.patch-price] [tool-call.cost] a priced call that fails, is rejected, is invalid or is cancelled costs nothing', async () => {
  const patches = [
    actingPatch('quote', { price_credits: 5 }),
    actingPatch('pay', { price_credits: 5, wired: { gate: 'confirm' } }),
  ];
  const { workspace, client, thread } = await startActing(service, { host, patches });
  host.answer = (_, response) => json(response, 500, {});
  const { id } = await converse(
    client,
    thread,
    '/call quote {"amount":"x"}\n/call quote {}\n/call pay {}\n---\n/call pay {"amount":2}',
  );
  await confirm(client, id, await pendingCall(client, thread), 'reject');
  expect(await settled(client, id)).toMatchObject({ state: 'awaiting_input' });
  await client.post(`/v1/loom/runs/${id}/cancel`);
  const calls = await callsOf(client, id);
  expect(calls.map(({ status }) => status)).toEqual(['failed', 'failed', 'failed', 'failed']);
  for (const call of calls) expect(call).not.toHaveProperty('cost_credits');
  const { entries } = await accountOf(service.db, workspace);
  expect(entries.filter(({ reason }) => reason === 'patch')).toEqual([]);
});

it('[money.patch-price] an approved call that is ok costs its price', async () => {
  const patches = [actingPatch('pay', { price_credits: 1.5, wired: { gate: 'confirm' } })];
  const { client, thread } = await startActing(service, { host, patches });
  const held = await converse(client, thread, '/call pay {}\n---\n/say ok');
  await confirm(client, held.id, await pendingCall(client, thread));
  const run = await settled(client, held.id);
  expect(await callsOf(client, held.id)).toMatchObject([{ status: 'ok', cost_credits: 1.5 }]);
  expect(run.cost_credits).toBeGreaterThan(held.cost_credits + 1.5);
});

it('[money.charged-once] [tool-call.silent-side-by-side] calls of a turn that are stored at the same time, while messages come, are charged once each', async () => {
  const patches = [actingPatch('quote', { price_credits: 0.1, timeout_seconds: 300 })];
  const { workspace, client, thread } = await startActing(service, { host, patches });
  const waiting: ServerResponse[] = [];
  host.answer = (_, response) => {
    if (waiting.push(response) === 8) for (const held of waiting) json(held, 200, {});
  };
  const calls = Array.from({ length: 8 }, () => '/call quote {}').join('\n');
  const id = await post(client, thread, `${calls}\n---\n/say done`);
  const others = await Promise.all(['a', 'b', 'c', 'd'].map(async (text) => post(client, thread, text)));
  const run = await settled(client, id);
  for (const other of others) await settled(client, other);
  expect(run).toMatchObject({ state: 'closed', message: { content: 'done' } });
  expect(host.calls).toHaveLength(8);
  const { entries } = await accountOf(service.db, workspace);
  const own = entries.filter(({ ref }) => ref === id);
  expect(own.filter(({ reason }) => reason === 'patch').map(({ delta }) => delta)).toEqual(
    Array.from({ length: 8 }, () => -100_000),
  );
  expect(own.filter(({ reason }) => reason === 'turn')).toHaveLength(2);
});
