import { beforeEach, describe, expect, it } from 'vitest';
import type { Event } from '#contract/event.ts';
import type { Payee } from '#contract/payee.ts';
import type { PaymentSettlement, SentPayment } from '#contract/sent-payment.ts';
import { json, startHost } from '../../support/acting.ts';
import { type Acting, pendingCall } from '../../support/acting-run.ts';
import type { ApiClient } from '../../support/api-client.ts';
import { perFile } from '../../support/per-file.ts';
import { allowAll, holdAll, pay, publishPolicy, startPaying } from '../../support/policies.ts';
import { sharedService } from '../../support/service.ts';
import { directClient, registerSigner } from '../../support/session-tokens.ts';
import { verdict } from '../../support/verdict.ts';

const service = sharedService();
const host = perFile(startHost);

const iban = 'DE89370400440532013000';
const patch = {
  input_schema: { type: 'object' as const, properties: { amount: {}, iban: { type: 'string' } } },
  payment: { amount: '/amount', currency: { constant: 'EUR' }, payee: { account: { iban: '/iban' } } },
};
/** A limit of 100 a day, of the declared payments. */
const limits = [{ name: 'daily', per: 'day', scope: 'workspace', max: '100', then: 'deny' }];

let acting: Acting;
let client: ApiClient;
beforeEach(async () => {
  host.answer = (_, response) => json(response, 200, { ok: true });
  acting = await startPaying(service, { rules: allowAll, limits }, { host, patch });
  ({ client } = acting);
});

const report = async (id: string, body: object, by = client) =>
  await by.post<PaymentSettlement>(`/v1/payments/${id}/settlement`, body);
const payments = async (query = '') => (await client.get<SentPayment[]>(`/v1/payments${query}`)).data;
const paid = async () => (await client.get<Payee[]>('/v1/payees')).data.map(({ payments: count }) => count);
const eventsOf = async (by = client) =>
  (await by.get<Event[]>('/v1/events')).data.filter(({ type }) => type.startsWith('payment.')).toReversed();
/** Pays, and gives how the call ended and the id of the newest payment. */
async function payOnce(amount: unknown) {
  const { call } = await pay(acting, { amount, iban });
  const [newest] = await payments();
  return { id: newest?.tool_call_id ?? '', ended: call.error?.code ?? call.status };
}

it('[payment.settlement] [event.type.payment] a payment settles, then comes back: it no longer counts for payee and limit', async () => {
  const { id } = await payOnce(80);
  expect((await payOnce(21)).ended).toBe('denied_by_policy');
  const settled = await report(id, { state: 'settled' });
  expect([settled.status, settled.data]).toMatchObject([
    200,
    { tool_call_id: id, settlement: { state: 'settled' } },
  ]);
  expect([await paid(), (await payOnce(21)).ended]).toEqual([[1], 'denied_by_policy']);
  const detail = { reason: 'AC04' };
  const returned = await report(id, { state: 'returned', detail });
  expect(returned.data.settlement).toMatchObject({ state: 'returned', detail });
  expect(await paid()).toEqual([0]);
  expect(await payments('?state=returned')).toMatchObject([
    { tool_call_id: id, settlement: returned.data.settlement },
  ]);
  expect((await payOnce(100)).ended).toBe('ok');
  expect((await payOnce(1)).ended).toBe('denied_by_policy');
  const events = await eventsOf();
  const [payee] = (await client.get<Payee[]>('/v1/payees')).data;
  expect(events).toMatchObject([
    { type: 'payment.settled', seq: null, data: { tool_call_id: id, amount: '80', currency: 'EUR' } },
    {
      type: 'payment.returned',
      seq: null,
      context: { subject_ref: 'ada', agent_id: acting.agent.id },
      data: { payee_id: payee?.id, settlement: returned.data.settlement },
    },
  ]);
});

describe('what is final stays so', () => {
  it.each([
    [['failed', 'settled'], 'failed'],
    [['returned', 'settled', 'failed'], 'returned'],
    [['settled', 'failed', 'settled'], 'settled'],
    [['failed', 'failed'], 'failed'],
  ])('[payment.settlement.final] %j is %s', async (states, final) => {
    const { id } = await payOnce(1);
    const answers = [];
    for (const state of states) answers.push(await report(id, { state }));
    expect(answers.map(({ status }) => status)).toEqual(states.map(() => 200));
    expect(answers.at(-1)?.data.settlement).toMatchObject({ state: final });
    expect(answers.at(-1)?.data).toEqual(answers[states.indexOf(final)]?.data);
    expect(await eventsOf()).toHaveLength(1);
  });

  it('[payment.settlement.final] of twenty reports at once, one gives the amount back', async () => {
    const first = await payOnce(60);
    await payOnce(40);
    const answers = await Promise.all(
      Array.from({ length: 20 }, async (_, n) =>
        report(first.id, { state: n % 2 === 0 ? 'failed' : 'returned' }),
      ),
    );
    const [state] = (await payments()).flatMap(({ tool_call_id, settlement }) =>
      tool_call_id === first.id ? settlement.state : [],
    );
    expect(new Set(answers.map(({ status, data }) => `${status} ${data.settlement.state}`))).toEqual(
      new Set([`200 ${state}`]),
    );
    expect(await eventsOf()).toHaveLength(1);
    expect((await payOnce(61)).ended).toBe('denied_by_policy');
    expect((await payOnce(60)).ended).toBe('ok');
  });
});

it('[payment.settlement] a payment of an unknown outcome counts once it settles', async () => {
  host.answer = (_, response) => void response.destroy();
  const { id } = await payOnce(1);
  expect(await paid()).toEqual([0]);
  await report(id, { state: 'settled' });
  expect([await paid(), await payments()]).toMatchObject([
    [1],
    [{ status: 'outcome_unknown', settlement: { state: 'settled' } }],
  ]);
});

it('[payment.settlement.unsent] only payments that were sent and have ended are reported', async () => {
  await publishPolicy(client, { rules: holdAll });
  const { thread } = await pay(acting, { amount: 1, iban });
  const held = await pendingCall(client, thread);
  expect(verdict(await report(held, { state: 'settled' }))).toEqual([404, 'call_not_executed']);
  const other = await service.workspace({ subject: 'ada' });
  expect(verdict(await report(held, { state: 'settled' }, other.client))).toEqual([404, 'not_found']);
  await publishPolicy(client, { rules: allowAll });
  const { id } = await payOnce(1);
  expect(verdict(await report(id, { state: 'settled' }, other.client))).toEqual([404, 'not_found']);
});

it.each([
  [{}, 'invalid_value'],
  [{ state: 'sent' }, 'invalid_value'],
  [{ state: 'settled', detail: 'late' }, 'custom'],
  [{ state: 'settled', at: '2026-01-01' }, 'unrecognized_key'],
])('[payment.settlement.invalid] %j is refused', async (body, code) => {
  const { id } = await payOnce(1);
  const refused = await report(id, body);
  expect(verdict(refused)).toEqual([422, 'invalid_request']);
  expect(refused.error?.details).toMatchObject([{ code }]);
  expect(await payments()).toMatchObject([{ settlement: { state: 'sent' } }]);
});

it('[payment.settlement.access] session tokens report nothing, and see what became of their payments', async () => {
  const { id } = await payOnce(1);
  const customer = await directClient(client, await registerSigner(client), { sub: 'ada' });
  expect(verdict(await report(id, { state: 'settled' }, customer))).toEqual([403, 'forbidden']);
  await report(id, { state: 'settled' });
  expect(await eventsOf(customer)).toMatchObject([{ type: 'payment.settled' }]);
});

it('[payment.settlement.audit] a change is in the audit log, and an erased subject leaves no detail', async () => {
  const { id } = await payOnce(1);
  await report(
    id,
    { state: 'settled', detail: { iban_of: 'Ada' } },
    client.with({ headers: { 'service-actor': 'bank' } }),
  );
  const { data: log } = await client.get<object[]>('/v1/audit?type=payment.settlement_changed');
  expect(log).toMatchObject([
    { target: { kind: 'tool_call', id }, actor: 'bank', details: { state: 'settled', state_before: 'sent' } },
  ]);
  await client.send('DELETE', '/v1/subjects/ada');
  await expect.poll(async () => (await payments('?subject=ada')).length, { timeout: 30_000 }).toBe(0);
  await expect.poll(async () => (await eventsOf()).length, { timeout: 30_000 }).toBe(0);
  const returned = await report(id, { state: 'returned', detail: { iban_of: 'Ada' } });
  expect(returned.data.settlement).toEqual({ state: 'returned', at: expect.any(String) });
  const [event] = await eventsOf(client.with({ subject: undefined }));
  expect(event).toMatchObject({ type: 'payment.returned', context: { workspace_id: acting.workspace } });
  expect(JSON.stringify([event, await payments()])).not.toMatch(/ada/iu);
});
