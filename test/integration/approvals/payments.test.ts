import { expect, it } from 'vitest';
import type { Approval } from '#contract/approval.ts';
import type { ApprovalTotals } from '#contract/approval-totals.ts';
import type { SignedStatement } from '#contract/audit.ts';
import type { JsonObject } from '#contract/json.ts';
import { converse, settled, startThread } from '#clients/raw/conversation.ts';
import { actingPatch, startHost } from '../../support/acting.ts';
import {
  type Acting,
  callsOf,
  confirm,
  pendingCall,
  startActing,
  threadOf,
} from '../../support/acting-run.ts';
import type { ApiClient } from '../../support/api-client.ts';
import { eventsOf } from '../../support/events.ts';
import { perFile } from '../../support/per-file.ts';
import { directClient, registerSigner } from '../../support/session-tokens.ts';
import { sharedService } from '../../support/service.ts';
import { verdict } from '../../support/verdict.ts';

const service = sharedService();
const host = perFile(startHost);

const text = { type: 'string' };
const payPatch = (parts: object = {}) =>
  actingPatch('pay', {
    wired: { gate: 'confirm' },
    input_schema: {
      type: 'object',
      properties: { cents: {}, currency: text, iban: text, sort: text, number: text, name: text, ref: text },
      additionalProperties: false,
    },
    payment: {
      amount: '/cents',
      unit: 'minor',
      currency: '/currency',
      payee: { account: { iban: '/iban' }, name: '/name' },
      reference: '/ref',
    },
    ...parts,
  });

const german = { iban: 'de89 3704 0044 0532 0130 00' };
const payment = { cents: 1250, currency: 'EUR', ...german, name: 'Bo\u202E AG', ref: 'Invoice 7' };

async function hold({ client, agent }: Acting, args: object, key = 'pay') {
  const thread = await startThread(client, agent.id);
  const run = await converse(client, thread, `/call ${key} ${JSON.stringify(args)}\n---\n/say ok`);
  return { thread, run };
}

const shown = {
  amount: '12.5',
  currency: 'EUR',
  reference: 'Invoice 7',
  payee: {
    name: 'Bo[U+202E] AG',
    account: {
      result: 'identified',
      rail: 'iban',
      iban: 'DE89370400440532013000',
      formatted: 'DE89 3704 0044 0532 0130 00',
      valid: true,
    },
    institution: { id: 'de_bic_cobadeff', name: 'Commerzbank', bic: 'COBADEFF', branch: 'Commerzbank Köln' },
    country: 'DE',
    known: false,
    payments: 0,
    other_account: false,
  },
};
/** As API keys see it. */
const toWorkspace = { ...shown, payee: { ...shown.payee, status: 'open' } };

it('[payment.shown-first] [payment.digest] a held payment shows what it pays and to whom, and its digest covers it', async () => {
  const acting = await startActing(service, { host, patches: [payPatch()] });
  const { client } = acting;
  const { thread, run } = await hold(acting, payment);
  const { pending_confirmation } = await threadOf(client, thread);
  expect(pending_confirmation?.payment).toEqual(toWorkspace);
  const [item] = (await client.get<Approval[]>('/v1/loom/approvals')).data;
  expect(item?.payment).toEqual(toWorkspace);
  const events = await eventsOf(service.db, run.id);
  const held = events.find(({ type }) => type === 'write.confirmation_requested');
  expect(held?.data['payment']).toEqual(shown);
  const document = JSON.parse(pending_confirmation?.document ?? '') as JsonObject;
  const { formatted: _, ...account } = shown.payee.account;
  const { amount, currency } = shown;
  expect(document['payment']).toEqual({ amount, currency, account, institution_id: 'de_bic_cobadeff' });

  const call = await pendingCall(client, thread);
  await confirm(client, run.id, call);
  await settled(client, run.id);
  expect((await callsOf(client, run.id))[0]).toMatchObject({ status: 'ok', payment: toWorkspace });
  const receipt = await client.get<SignedStatement>(`/v1/loom/runs/${run.id}/receipt?tool_call_id=${call}`);
  const [, payload = ''] = receipt.data.jws.split('.');
  const signed = JSON.parse(Buffer.from(payload, 'base64url').toString()) as JsonObject;
  expect(signed['document']).toBe(pending_confirmation?.document);
});

it('[payment.redacted] a redacted part of a payment is shown to nobody, and is in no total', async () => {
  const acting = await startActing(service, {
    host,
    patches: [payPatch({ redact: { args: ['/iban', '/cents', '/name'] } })],
  });
  const { client } = acting;
  const { thread, run } = await hold(acting, payment);
  const { pending_confirmation } = await threadOf(client, thread);
  expect(pending_confirmation?.payment).toEqual({
    amount: '[redacted]',
    currency: 'EUR',
    reference: 'Invoice 7',
    payee: {
      name: '[redacted]',
      account: { result: 'hidden' },
      status: 'open',
      known: false,
      payments: 0,
      other_account: false,
    },
  });
  for (const secret of ['0532', 'COBADEFF', 'cobadeff', '12.5', '1250'])
    expect(JSON.stringify(pending_confirmation)).not.toContain(secret);
  expect((await totals(client)).data).toMatchObject({ count: 1, payments: [] });
  await confirm(client, run.id, await pendingCall(client, thread));
  expect((await settled(client, run.id)).state).toBe('closed');
  expect((await callsOf(client, run.id))[0]).toMatchObject({ status: 'ok' });
});

it('[payment.read] a payment that cannot be judged is held, and says why', async () => {
  const acting = await startActing(service, { host, patches: [payPatch()] });
  const { thread } = await hold(acting, { cents: '-1', currency: 'EUR', iban: 'DE1' });
  const { pending_confirmation } = await threadOf(acting.client, thread);
  expect(pending_confirmation).toMatchObject({
    payment: { currency: 'EUR', payee: { account: { result: 'malformed', message: expect.any(String) } } },
    notes: ['The payment cannot be judged: /cents is negative.'],
  });
  expect(pending_confirmation?.payment).not.toHaveProperty('amount');
});

it('[payment.shown-first] a revision shows the payment of the corrected arguments, which its reviser has not seen', async () => {
  const acting = await startActing(service, { host, patches: [payPatch()] });
  const { client } = acting;
  const { thread, run } = await hold(acting, payment);
  const revise = async (args: object) =>
    await client.post(`/v1/loom/runs/${run.id}/revise`, {
      tool_call_id: await pendingCall(client, thread),
      args: { ...payment, ...args },
    });
  expect(verdict(await revise({ iban: 'FR1420041010050500013M02606' }))).toEqual([202]);
  const { pending_confirmation } = await threadOf(client, thread);
  expect(pending_confirmation).toMatchObject({
    payment: { amount: '12.5', payee: { account: { iban: 'FR1420041010050500013M02606' }, country: 'FR' } },
    approvals: { given: [] },
  });
  // The amount is in the arguments that the reviser sends.
  expect(verdict(await revise({ iban: 'FR1420041010050500013M02606', cents: 500 }))).toEqual([202]);
  expect((await settled(client, run.id)).state).toBe('closed');
});

const totals = async (client: ApiClient, query = '') =>
  await client.get<ApprovalTotals>(`/v1/loom/approvals/totals${query}`);

it('[inbox.totals] [payment.payee] totals add up what waits, by the filters of the inbox and in its scope', async () => {
  const british = payPatch({
    key: 'pay_british',
    payment: {
      amount: '/cents',
      currency: { constant: 'GBP' },
      payee: { account: { sort_code: '/sort', account_number: '/number' } },
    },
    risk: { base: 'high' },
  });
  const patches = [
    payPatch(),
    british,
    { ...payPatch({ key: 'note', payment: undefined }), risk: { base: 'low' as const } },
    actingPatch('sign', { interaction: 'proposed_action' }),
  ].map(({ payment: declared, ...patch }) =>
    declared === undefined ? patch : { ...patch, payment: declared },
  );
  const acting = await startActing(service, { host, patches });
  const { client } = acting;
  expect((await totals(client)).data).toEqual({ count: 0, payments: [] });
  await hold(acting, { ...payment, cents: 10 });
  await hold(acting, { ...payment, cents: '20', iban: german.iban.toUpperCase() });
  await hold(acting, { ...payment, cents: 1, iban: 'GB29NWBK60161331926819' });
  await hold(acting, { ...payment, cents: -5 });
  await hold(acting, { cents: 7, sort: '60-16-13', number: '31926819' }, 'pay_british');
  await hold(acting, {}, 'note');
  await hold(acting, { to: 'Bo' }, 'sign');
  const [first] = (await client.get<Approval[]>('/v1/loom/approvals')).data;
  const pounds = { currency: 'GBP', amount: '7', count: 1, payees: 1 };
  expect((await totals(client)).data).toEqual({
    count: 6,
    payments: [{ currency: 'EUR', amount: '0.31', count: 3, payees: 2 }, pounds],
    oldest_created_at: first?.created_at,
  });
  for (const query of ['?patch=pay_british', '?patch=pay_british@1', '?risk=high'])
    expect((await totals(client, query)).data).toMatchObject({ count: 1, payments: [pounds] });
  expect((await totals(client, '?patch=note')).data).toMatchObject({ count: 1, payments: [] });
  expect((await totals(client, '?kind=action')).data).toEqual({ count: 0, payments: [] });
  expect((await totals(client, '?kind=confirmation&actor=eve')).data.count).toBe(6);
  expect((await totals(client, '?subject=ada')).data.count).toBe(6);
  expect((await totals(client, '?subject=bob')).data).toEqual({ count: 0, payments: [] });
  expect((await totals(client, `?agent_id=${acting.agent.id}`)).data.count).toBe(6);
  expect((await totals(client, '?expires_before=2020-01-01T00:00:00Z')).data.count).toBe(0);
  expect(verdict(await totals(client, '?limit=1'))).toEqual([422, 'invalid_request']);

  const signer = await registerSigner(client);
  const ada = await directClient(client, signer);
  expect((await totals(ada)).data.count).toBe(6);
  const bob = await directClient(client.as('bob'), signer, { sub: 'bob' });
  expect((await totals(bob)).data).toEqual({ count: 0, payments: [] });
  expect((await totals(bob, '?subject=ada')).data).toEqual({ count: 0, payments: [] });
  const { client: stranger } = await service.workspace();
  expect((await totals(stranger)).data).toEqual({ count: 0, payments: [] });
});

it('[inbox.totals] what is decided or has expired is in no total', async () => {
  const acting = await startActing(service, { host, patches: [payPatch()] });
  const { client } = acting;
  const { thread, run } = await hold(acting, payment);
  await hold(acting, { ...payment, cents: 100 });
  await confirm(client, run.id, await pendingCall(client, thread), 'reject');
  expect((await totals(client)).data.payments).toMatchObject([{ amount: '1', count: 1 }]);
});
