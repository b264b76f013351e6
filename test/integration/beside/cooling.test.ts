import { expect, it } from 'vitest';
import type { Run } from '#contract/run.ts';
import { converse, settled } from '#clients/raw/conversation.ts';
import { startHost } from '../../support/acting.ts';
import { type Acting, callsOf, threadOf, traceOf } from '../../support/acting-run.ts';
import { heldOn, paying, say, sayBeside } from '../../support/beside.ts';
import { perTest } from '../../support/per-file.ts';
import { above, startPaying } from '../../support/policies.ts';
import { sharedService } from '../../support/service.ts';

const service = sharedService();
const host = perTest(startHost);

/** Long enough for every step of a test. */
const month = 2_592_000;
const byDay = [
  { name: 'large', when: above(10), then: 'hold', cooling_off_seconds: month },
  { name: 'small', then: 'hold' },
];
const bySeconds = [{ name: 'undo', then: 'hold', stages: [{ approvals: 1, undo_seconds: 4 }] }];

/** A thread with held payments, of which the first has been approved and cools off. */
async function coolingOn(rules: object[], amounts: number[]) {
  const acting = await startPaying(
    service,
    { rules },
    { host, patch: { reliability: { idempotent: false, retry: 'none', key: ['/amount'] } } },
  );
  const { id: run } = await converse(acting.client, acting.thread, paying(...amounts));
  const calls = await heldOn(acting);
  const [call = ''] = calls;
  const eve = acting.client.with({ headers: { 'service-actor': 'eve' } });
  const send = async (action: 'confirm' | 'withdraw', body: object = {}) =>
    await eve.post<{ not_before?: string }>(`/v1/loom/runs/${run}/${action}`, {
      tool_call_id: call,
      ...body,
    });
  const { not_before } = (await send('confirm', { decision: 'approve' })).data;
  if (not_before === undefined) throw new Error('the approved call does not cool off');
  return { ...acting, run, calls, call, not_before, send };
}

const resultsOf = async ({ client }: Acting, run: string) =>
  (await callsOf(client, run)).map(({ status, error }) => error?.code ?? status);

it('[thread.beside.cooling] an approved call that cools off is held: a message is refused, or goes beside it and is shown until when', async () => {
  const cooling = await coolingOn(byDay, [11]);
  const { client, thread, run, call, not_before } = cooling;
  const refused = await say(client, thread, 'Hello?');
  expect([refused.error.code, refused.error.details]).toEqual([
    'awaiting_confirmation',
    { run_id: run, tool_call_id: call },
  ]);
  const beside = await sayBeside(cooling, '/call pay {"amount":11}\n---\n/say It waits.');
  expect(beside).toMatchObject({ state: 'closed', message: { content: 'It waits.' } });
  const [again] = await callsOf(client, beside.id);
  expect(again?.error).toMatchObject({
    code: 'repeat_refused',
    message: expect.stringContaining('in flight: it was approved') as string,
  });
  const { turns } = await traceOf(client, beside.id);
  const request = turns[0]?.request as { messages: { results?: { result: unknown }[] }[] } | undefined;
  expect(request?.messages[2]?.results?.[0]?.result).toEqual({
    pending: true,
    waits_for: 'cooling_off',
    not_before,
  });
  expect(await heldOn(cooling)).toEqual([call]);
  expect(host.calls).toEqual([]);
});

it('[thread.beside.cooling] a message that cancels leaves an approved call that cools off, goes beside it, and cancels the others', async () => {
  const cooling = await coolingOn(byDay, [21, 2]);
  const { client, thread, run, call } = cooling;
  for (const words of ['Forget it.', 'Forget it at once.']) {
    const { status, data } = await say(client, thread, `/say ${words}`, 'cancel');
    expect(status).toBe(202);
    expect(await settled(client, data.run_id)).toMatchObject({ message: { content: words } });
    expect(await resultsOf(cooling, run)).toEqual(['pending', 'cancelled']);
    expect(await heldOn(cooling)).toEqual([call]);
  }
  expect((await cooling.send('withdraw')).status).toBe(202);
  expect(await settled(client, run)).toMatchObject({ state: 'closed', reason: 'cancelled' });
  expect(await resultsOf(cooling, run)).toEqual(['cancelled', 'cancelled']);
  expect((await threadOf(client, thread)).pending_confirmations).toBeUndefined();
  expect(host.calls).toEqual([]);
});

it('[thread.beside.cooling] a call that has cooled off is sent beside the run of the message that cancelled its own', async () => {
  const cooling = await coolingOn(bySeconds, [31]);
  const { client, thread, run } = cooling;
  const { data } = await say(client, thread, paying(32), 'cancel');
  expect(await settled(client, data.run_id)).toMatchObject({ state: 'awaiting_input' });
  const read = async () => (await client.get<Run>(`/v1/loom/runs/${run}`)).data;
  await expect.poll(async () => (await read()).terminal, { timeout: 60_000 }).toBe(true);
  expect(await read()).toMatchObject({ state: 'closed', reason: 'cancelled' });
  expect(await resultsOf(cooling, run)).toEqual(['ok']);
  expect(host.calls.map(({ body }) => body)).toEqual([{ amount: 31 }]);
  expect(await heldOn(cooling)).toHaveLength(1);
});
