import { describe, expect, it } from 'vitest';
import type { PolicyLimit } from '#contract/approval-policy.ts';
import { amountPointers, shownAmounts } from '#engine/rules/policies/shown-amounts.ts';
import { redactArgs } from '#patches/redact.ts';

const limit = (parts: Partial<PolicyLimit>): PolicyLimit => ({
  name: 'daily',
  amount: '/amount',
  currency: '/currency',
  payee: '/to',
  per: 'day',
  scope: 'workspace',
  max: '100',
  then: 'deny',
  ...parts,
});

/** Arguments as an approver sees them. */
const shown = (args: Record<string, unknown>, redact: string[] = [], limits = [limit({})]) =>
  shownAmounts(amountPointers(limits), args, redactArgs({ redact: { args: redact } }, args));

describe('[approval-policy.amounts-shown] amount, currency and payee that the limits of a policy point to', () => {
  it('are shown as they are sent, each place once, with the limits that look there', () => {
    const limits = [
      limit({}),
      limit({ name: 'monthly', per: 'month' }),
      limit({ name: 'fees', amount: '/fee' }),
    ];
    expect(shown({ amount: 12.5, currency: 'EUR', to: 'Bo', fee: '0.10' }, [], limits)).toEqual([
      { limits: ['daily', 'monthly'], amount: '12.5', currency: 'EUR', payee: 'Bo' },
      { limits: ['fees'], amount: '0.10', currency: 'EUR', payee: 'Bo' },
    ]);
    // A limit that names no amount counts the declared payment, which is shown by itself.
    const declared = limit({ amount: undefined, currency: undefined, payee: undefined });
    expect(shown({ amount: 5 }, [], [declared])).toEqual([]);
    expect(shown({ amount: 5 }, [], [limit({ currency: undefined, payee: undefined })])).toEqual([
      { limits: ['daily'], amount: '5' },
    ]);
  });

  const digits = '9'.repeat(400);
  it.for([
    [1e21, '1e+21'],
    [1e-7, '1e-7'],
    [0.1, '0.1'],
    [-0.5, '-0.5'],
    [82000, '82000'],
    ['1e3', '1e3'],
    ['0010.50', '0010.50'],
    [digits, digits],
    [`0.${digits}`, `0.${digits}`],
    [true, 'true'],
    [null, 'null'],
    [['5', 6], '["5",6]'],
    [{ value: 5 }, '{"value":5}'],
    ['', '""'],
    [' \n ', String.raw`" \n "`],
  ] as const)('%j as an amount is shown as %s', ([amount, text]) => {
    expect(shown({ amount })).toEqual([{ limits: ['daily'], amount: text }]);
    expect(shown({ amount: 1, to: amount })).toEqual([{ limits: ['daily'], amount: '1', payee: text }]);
  });

  it('hide nothing behind characters that cannot be seen, that turn the text around, or that begin a line', () => {
    const [{ payee, currency } = {}] = shown({
      amount: 5,
      currency: 'E\u00ADUR',
      to: 'Bo\u202EyrollaM\nAmount: 1',
    });
    expect(payee).toBe('Bo[U+202E]yrollaM Amount: 1');
    expect(currency).toBe('E[U+00AD]UR');
    expect(shown({ to: '\u200B\u200D' })).toEqual([{ limits: ['daily'], payee: '[U+200B][U+200D]' }]);
  });

  it('say how much of them is cut', () => {
    const [{ amount, payee } = {}] = shown({ amount: '1'.repeat(5000), to: `${'B'.repeat(1_000_000)}o` });
    expect(amount).toBe(`${'1'.repeat(2000)}… 3,000 more characters`);
    expect(payee).toBe(`${'B'.repeat(2000)}… 998,001 more characters`);
  });

  it('are hidden where the patch redacts them, or what they are in', () => {
    const args = { amount: 5, currency: 'EUR', to: 'Bo' };
    expect(shown(args, ['/to'])).toEqual([
      { limits: ['daily'], amount: '5', currency: 'EUR', payee: '[redacted]' },
    ]);
    const limits = [limit({ amount: '/payment/amount', payee: '/payment/to' })];
    expect(shown({ payment: { amount: 5 }, currency: 'EUR' }, ['/payment'], limits)).toEqual([
      { limits: ['daily'], amount: '[redacted]', currency: 'EUR' },
    ]);
  });

  it('are left out where the arguments do not have them, past a list included', () => {
    expect(shown({})).toEqual([{ limits: ['daily'] }]);
    const limits = [limit({ amount: '/amounts/0', payee: '/amounts/length' })];
    expect(shown({ amounts: ['7', '8'] }, [], limits)).toEqual([{ limits: ['daily'], amount: '7' }]);
  });
});
