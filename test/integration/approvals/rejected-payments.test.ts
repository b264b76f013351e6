import { expect, it } from 'vitest';
import type { Approval } from '#contract/approval.ts';
import { converse, post, settled } from '#clients/raw/conversation.ts';
import { actingPatch, startHost } from '../../support/acting.ts';
import { type Acting, callsOf, startActing, threadOf } from '../../support/acting-run.ts';
import { perTest } from '../../support/per-file.ts';
import { sharedService } from '../../support/service.ts';

const service = sharedService();
const host = perTest(startHost);

const text = { type: 'string' };
const [iban, other] = ['GB29NWBK60161331926819', 'DE89370400440532013000'];
const paying = (key: string, account: object) =>
  actingPatch(key, {
    wired: { gate: 'confirm' },
    input_schema: {
      type: 'object',
      properties: { amount: {}, iban: text, sort: text, number: text, name: text, ref: text, memo: text },
    },
    payment: {
      amount: '/amount',
      currency: { constant: 'EUR' },
      payee: { account, name: '/name' },
      reference: '/ref',
    },
  });
const patches = [
  paying('pay', { iban: '/iban' }),
  paying('pay_uk', { sort_code: '/sort', account_number: '/number' }),
];
const first = { amount: 82_000, iban, name: 'Bo', ref: 'Invoice 7', memo: 'rent' };
const call = (args: object, key = 'pay') => `/call ${key} ${JSON.stringify(args)}`;

async function start(): Promise<Acting> {
  return await startActing(service, { host, patches });
}

/** Has the held call of a thread rejected, and waits for the end of its run. */
async function reject({ client, thread }: Acting) {
  const { pending_confirmation: held } = await threadOf(client, thread);
  const body = { tool_call_id: held?.tool_call_id, decision: 'reject' };
  const run_id = held?.run_id ?? '';
  await client.with({ headers: { 'service-actor': 'eve' } }).post(`/v1/loom/runs/${run_id}/confirm`, body);
  return await settled(client, run_id);
}

it.each<[string, string]>([
  ['with another name and memo', call({ ...first, name: 'Bo & Sons', memo: 'urgent!' })],
  [
    'with the amount, account and reference written otherwise',
    call({ ...first, amount: '82000.00', iban: 'gb29 nwbk 6016 1331 9268 19', ref: ' invoice 7', memo: 'x' }),
  ],
  [
    'by another patch, to the same account by its sort code',
    call({ amount: 82_000, sort: '60-16-13', number: '31926819', ref: 'Invoice 7' }, 'pay_uk'),
  ],
])('[gate.rejected-before.payment] a payment is not asked for again %s', async (_, again) => {
  const acting = await start();
  const { client, thread } = acting;
  const { id } = await converse(client, thread, `${call(first)}\n---\n${again}\n---\n/say {{last}}`);
  const run = await reject(acting);
  expect(run.message?.content).toContain('eve rejected the same call');
  expect((await callsOf(client, id)).map(({ error }) => error?.code)).toEqual([undefined, 'rejected_before']);
  expect((await client.get<Approval[]>('/v1/loom/approvals')).data).toEqual([]);
  expect(host.calls).toHaveLength(0);
});

it.each<[string, object]>([
  ['amount', { amount: 81_999 }],
  ['account', { iban: other }],
  ['reference', { ref: 'Invoice 8' }],
])(
  '[gate.rejected-before.payment] a payment with another %s is another one, and is held',
  async (_, change) => {
    const acting = await start();
    const { client, thread } = acting;
    const again = call({ ...first, ...change });
    const { id } = await converse(client, thread, `${call(first)}\n---\n${again}\n---\n/say {{last}}`);
    await reject(acting);
    expect((await callsOf(client, id)).map(({ status }) => status)).toEqual(['failed', 'pending']);
  },
);

it('[gate.rejected-before.payment] once the subject has written, the payment is held with what was rejected', async () => {
  const acting = await start();
  const { client, thread } = acting;
  await converse(client, thread, call(first));
  await reject(acting);
  await post(client, thread, call({ ...first, memo: 'urgent!' }));
  await expect
    .poll(async () => (await threadOf(client, thread)).pending_confirmation?.rejected_before?.by)
    .toBe('eve');
});
