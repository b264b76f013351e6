import { beforeEach, expect, it } from 'vitest';
import type { Approval } from '#contract/approval.ts';
import { converse, settled, startThread } from '#clients/raw/conversation.ts';
import { actingPatch, publishActing, startHost } from '../../support/acting.ts';
import { pendingCall } from '../../support/acting-run.ts';
import type { ApiClient } from '../../support/api-client.ts';
import { perFile } from '../../support/per-file.ts';
import { publishPolicy } from '../../support/policies.ts';
import { sharedService } from '../../support/service.ts';
import { directClient, registerSigner } from '../../support/session-tokens.ts';

const service = sharedService();
const host = perFile(startHost);

const german = 'DE89370400440532013000';
const french = 'FR1420041010050500013M02606';
const text = { type: 'string' };
const pay = (key: string, wired: object) =>
  actingPatch(key, {
    wired,
    input_schema: { type: 'object', properties: { amount: {}, iban: text, name: text, ref: text } },
    payment: {
      amount: '/amount',
      currency: { constant: 'EUR' },
      payee: { account: { iban: '/iban' }, name: '/name' },
      reference: '/ref',
    },
  });

const contains = (code: string) => ({
  required: ['unusual'],
  properties: { unusual: { contains: { const: code } } },
});

let client: ApiClient;
let agent: string;
beforeEach(async () => {
  ({ client } = await service.workspace({ subject: 'ada' }));
  await publishPolicy(client, {
    key: 'payments',
    rules: [
      { name: 'duplicates', when: contains('possible_duplicate'), then: 'deny' },
      { name: 'changed', when: contains('account_changed'), then: 'hold', stages: [{ approvals: 2 }] },
      { name: 'others', then: 'hold' },
    ],
  });
  const patches = [pay('pay', {}), pay('pay_held', { gate: { type: 'policy', policy: 'payments' } })];
  agent = (await publishActing(client, host, patches)).id;
});

async function call(name: string, args: object, as = client) {
  const thread = await startThread(as, agent);
  const run = await converse(as, thread, `/call ${name} ${JSON.stringify(args)}\n---\n/say ok`);
  if (name === 'pay') await settled(as, run.id);
  return thread;
}

async function held(args: object, reader = client): Promise<Approval | undefined> {
  const id = await pendingCall(client, await call('pay_held', args));
  const items = (await reader.get<Approval[]>('/v1/loom/approvals?limit=100')).data;
  return items.find(({ tool_call_id }) => tool_call_id === id);
}

const codes = (item: Approval | undefined) => item?.unusual?.map(({ code }) => code);

it('[payment.unusual] a held payment says what is unusual about it, to the workspace and to its subject', async () => {
  expect(codes(await held({ amount: 5, iban: german, name: 'Bo' }))).toEqual(['new_payee']);
  await call('pay', { amount: 10, iban: german, name: 'Bo', ref: 'May' });
  expect(codes(await held({ amount: 30, iban: german, name: 'Bo' }))).toEqual([]);
  expect(codes(await held({ amount: 30.01, iban: german, name: 'Bo' }))).toEqual(['amount_above_usual']);
  const changed = await held({ amount: 5, iban: french, name: 'B.o.' });
  expect(codes(changed)).toEqual(['new_payee', 'account_changed']);
  expect(changed?.approvals?.required).toBe(2);

  // Another subject has paid it: the workspace knows it, and Ada does not.
  await call('pay', { amount: 1, iban: french, name: 'Cleo' }, client.as('cleo'));
  const token = await directClient(client, await registerSigner(client));
  const shown = await held({ amount: 50, iban: french, name: 'Cleo' }, token);
  expect(codes(shown)).toEqual(['new_payee']);
  const toWorkspace = (await client.get<Approval[]>('/v1/loom/approvals?limit=100')).data.at(-1);
  expect(codes(toWorkspace)).toEqual(['amount_above_usual']);
});

it('[payment.unusual] three times the largest payment is not above the usual, by decimals', async () => {
  await call('pay', { amount: 0.7, iban: german, name: 'Bo' });
  expect(codes(await held({ amount: 2.1, iban: german, name: 'Bo' }))).toEqual([]);
  expect(codes(await held({ amount: 2.11, iban: german, name: 'Bo' }))).toEqual(['amount_above_usual']);
});

it('[payment.unusual] [payee.names] an account has changed, whatever stands in its name that nobody sees', async () => {
  await call('pay', { amount: 10, iban: german, name: 'Bo GmbH' });
  for (const name of ['B\u3164o GmbH', `${' '.repeat(600)}Bo GmbH`]) {
    expect(codes(await held({ amount: 5, iban: french, name }))).toEqual(['new_payee', 'account_changed']);
  }
});

it('[payment.unusual] a policy denies a payment of the same amount or reference, and no other', async () => {
  await call('pay', { amount: 10, iban: german, name: 'Bo', ref: 'May' });
  for (const again of [{ amount: '10.00' }, { amount: 11, ref: 'May' }]) {
    const thread = await call('pay_held', { iban: german, name: 'Bo', ...again });
    await expect(pendingCall(client, thread)).rejects.toThrow('no call is pending');
  }
  expect(codes(await held({ amount: 11, iban: german, name: 'Bo', ref: 'June' }))).toEqual([]);
});

it('[payment.unusual] a malformed account has none, and is held by all stages', async () => {
  const item = await held({ amount: 1, iban: 'DE1' });
  expect(item).not.toHaveProperty('unusual');
  expect(item?.approvals?.required).toBeGreaterThanOrEqual(2);
});
