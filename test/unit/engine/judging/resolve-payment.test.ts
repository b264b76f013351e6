import { expect, it } from 'vitest';
import type { PaymentDeclaration } from '#contract/payment.ts';
import { resolvePayment } from '#engine/judging/resolve-payment.ts';
import { refusedPayee } from '#engine/rules/payments/blocked-payee.ts';
import { allTables, loadIdentifyData } from '#identify/load.ts';
import { Identifier } from '#identify/identifier.ts';

const accounts = new Identifier(await loadIdentifyData(allTables), {
  find: async () => [],
  imported: () => undefined,
});
const blocked = ['iban', 'DE89370400440532013000'].join();
const ports = {
  accounts,
  names: { of: async () => (_: string, parts: readonly string[]) => parts.join() },
  payees: {
    facts: async ({ named }: { named: string }) => ({
      status: named === blocked ? ('blocked' as const) : ('open' as const),
      known_name: false,
      payments: 0,
      other_account: false,
      subject: { payments: 0, other_account: false },
    }),
  },
};
const declared: PaymentDeclaration = {
  amount: '/amount',
  currency: { constant: 'EUR' },
  payee: { account: { iban: '/iban' } },
};
const run = { workspace_id: 'w', subject_ref: 'ada' };
const resolved = async (iban: unknown, to = declared) =>
  await resolvePayment(ports, run, to, { amount: 1, iban });

it.each([
  ['strokes', 'DE89/3704/0044/0532/0130/00'],
  ['underscores', 'DE89_3704_0044_0532_0130_00'],
  ['commas', 'DE89,3704,0044,0532,0130,00'],
  ['tabs', 'DE89\t370400440532013000'],
  ['quotes', '"DE89370400440532013000"'],
  ['what ends a statement', 'DE89370400440532013000;'],
  ['digits of another script', 'DE٨٩370400440532013000'],
  ['a letter that nobody sees', 'DE89\u3164370400440532013000'],
  ['an override of the direction', 'DE89370400440532013000\u202E'],
])(
  '[payee.blocked] an account with %s is malformed, and blocked with the one that hosts may read',
  async (_, iban) => {
    const payment = await resolved(iban);
    expect(payment).toMatchObject({
      payee: { account: { result: 'malformed' }, named: blocked },
      blocked: true,
    });
    expect(payment).not.toHaveProperty('facts');
    expect(refusedPayee(payment)?.code).toBe('denied_by_policy');
  },
);

it.each([['DE1'], [''], [{ number: 'DE89370400440532013000' }]])(
  '[payee.blocked] %j is no account of anybody, and not blocked',
  async (iban) => {
    const payment = await resolved(iban);
    expect(payment?.payee.account.result).toBe('malformed');
    expect(payment?.payee.named).toContain('malformed');
    expect(refusedPayee(payment)).toBeUndefined();
  },
);

it('[payee.blocked] a malformed account of somebody else is not blocked', async () => {
  const payment = await resolved('FR14/2004/1010/0505/0001/3M02/606');
  expect(payment?.payee.named).toBe('iban,FR1420041010050500013M02606');
  expect(refusedPayee(payment)).toBeUndefined();
});
