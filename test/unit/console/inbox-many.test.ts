import { describe, expect, it } from 'vitest';
import { mostDecided } from '#contract/most-decided.ts';
import type { Approval } from '#console/api/schema.ts';
import { isSelectable, keptRows } from '#console/pages/inbox/many/kept-rows.ts';
import { leftOut, leftOutWords } from '#console/pages/inbox/many/left-out.ts';
import { type PayingCall, paymentTotals } from '#console/pages/inbox/many/payment-totals.ts';
import { resultWords } from '#console/pages/inbox/many/result-words.ts';
import {
  allOf,
  extended,
  nothingSelected,
  toggled,
  withoutCalls,
} from '#console/pages/inbox/many/selection.ts';

const item = (id: string, others: Partial<Approval> = {}): Approval => ({
  kind: 'confirmation',
  run_id: `run ${id}`,
  thread_id: `thread ${id}`,
  subject_ref: 'ada',
  agent: { id: 'agent', name: 'Demo' },
  tool_call_id: id,
  patch_ref: 'send_payment@1',
  digest: `digest of ${id}`,
  created_at: '2026-11-21T02:48:21.617Z',
  expires_at: '2026-11-22T02:48:21.617Z',
  ...others,
});
const nowMs = Date.parse('2026-11-21T03:00:00.000Z');

describe('[console.decide-many] a selection', () => {
  const rows = ['a', 'b', 'question', 'c', 'd', 'e'].map((id) => ({ id, selectable: id !== 'question' }));
  const idsOf = ({ ids }: { ids: ReadonlySet<string> }) => [...ids].toSorted();

  it('takes single rows and ranges, which grow and shrink about the row that was selected last', () => {
    const one = toggled(nothingSelected, 'b');
    expect(idsOf(one)).toEqual(['b']);
    const down = extended(one, rows, { from: 'd', to: 'd' });
    expect(idsOf(down)).toEqual(['b', 'c', 'd']);
    expect(idsOf(extended(down, rows, { from: 'd', to: 'c' }))).toEqual(['b', 'c']);
    expect(idsOf(extended(down, rows, { from: 'd', to: 'a' }))).toEqual(['a', 'b']);
    expect(idsOf(toggled(down, 'c'))).toEqual(['b', 'd']);
  });

  it('keeps what was selected before a range, and begins one without a row at the focus', () => {
    const apart = toggled(toggled(nothingSelected, 'e'), 'a');
    expect(idsOf(extended(apart, rows, { from: 'a', to: 'b' }))).toEqual(['a', 'b', 'e']);
    expect(idsOf(extended(nothingSelected, rows, { from: 'c', to: 'd' }))).toEqual(['c', 'd']);
    // The row where the range began is gone.
    expect(idsOf(extended(toggled(apart, 'gone'), rows, { from: 'c', to: 'd' }))).toEqual([
      'a',
      'c',
      'd',
      'e',
      'gone',
    ]);
    expect(idsOf(extended(apart, rows, { from: 'a', to: 'nowhere' }))).toEqual(['a', 'e']);
  });

  it('of all has what is shown and can be selected, and never more than one request decides on', () => {
    expect(idsOf(allOf(rows))).toEqual(['a', 'b', 'c', 'd', 'e']);
    const many = Array.from({ length: mostDecided + 20 }, (_, index) => ({
      id: `call ${index}`,
      selectable: true,
    }));
    const all = allOf(many);
    expect(all.ids.size).toBe(mostDecided);
    expect(all.ids.has(`call ${mostDecided - 1}`)).toBe(true);
    expect(toggled(all, `call ${mostDecided}`).ids.size).toBe(mostDecided);
    expect(idsOf(withoutCalls(allOf(rows), new Set(['b', 'x'])))).toEqual(['a', 'c', 'd', 'e']);
  });
});

describe('[console.decide-many.still] the rows of a list that stands still', () => {
  it('stay in their places when some are gone, have changed or are new', () => {
    const kept = ['a', 'b', 'c'].map((id) => item(id));
    const changed = item('c', { digest: 'another' });
    const live = [item('new'), changed, item('a', { approvals: { required: 2, given: [] } })];
    const rows = keptRows(kept, live);
    expect(rows.map(({ item: { tool_call_id }, state }) => [tool_call_id, state])).toEqual([
      ['a', 'waits'],
      ['b', 'gone'],
      ['c', 'changed'],
      ['new', 'waits'],
    ]);
    // A row shows what is true now.
    expect(rows[0]?.item.approvals?.required).toBe(2);
    expect(rows[2]?.item).toBe(changed);
    expect(rows.map(isSelectable)).toEqual([true, false, false, true]);
    expect(keptRows(undefined, live).map(({ state }) => state)).toEqual(['waits', 'waits', 'waits']);
    expect(isSelectable({ item: item('q', { kind: 'question' }), state: 'waits' })).toBe(false);
  });
});

describe('[console.decide-many] the total of payments', () => {
  const paying = (id: string, payment?: PayingCall['payment']): PayingCall => ({ tool_call_id: id, payment });
  const account = { rail: 'iban', iban: 'DE89370400440532013000', formatted: 'DE89 3704 …' };

  it('is exact, by currency, with the number of different payees', () => {
    const totals = paymentTotals([
      paying('1', { amount: '0.1', currency: 'EUR', payee: { account } }),
      paying('2', { amount: '0.2', currency: 'EUR', payee: { account: { ...account, formatted: '' } } }),
      paying('3', { amount: '9007199254740993', currency: 'JPY', payee: { id: 'payee-1', account } }),
      paying('4', { amount: '0.3', currency: 'EUR', payee: { id: 'payee-1' } }),
      paying('5'),
      paying('6', { currency: 'EUR', payee: { account } }),
      paying('7', { amount: '1e9', currency: 'EUR' }),
    ]);
    expect(totals).toEqual({
      sums: [
        { currency: 'EUR', amount: '0.6', count: 3 },
        { currency: 'JPY', amount: '9007199254740993', count: 1 },
      ],
      payees: 2,
      others: 3,
    });
  });

  it('counts payees whose account cannot be read apart', () => {
    const malformed = { amount: '5', currency: 'EUR', payee: { account: { result: 'malformed' } } };
    expect(paymentTotals([paying('1', malformed), paying('2', malformed)]).payees).toBe(2);
    expect(paymentTotals([])).toEqual({ sums: [], payees: 0, others: 0 });
  });
});

it('[console.decide-many] what has changed, expired or is settled since it was shown is left out, and so is what one may not approve', () => {
  const shown = ['fine', 'changed', 'gone', 'refused'].map((id) => item(id));
  const expired = item('expired', { expires_at: '2026-11-21T02:59:59.000Z' });
  const { digest: _, ...old } = item('old');
  const live = [
    item('fine'),
    item('changed', { digest: 'another' }),
    item('refused'),
    expired,
    old,
    item('unselected'),
  ];
  const { decided, left } = leftOut([...shown, expired, old], live, nowMs, ({ tool_call_id }) =>
    tool_call_id === 'refused' ? 'You have approved this.' : undefined,
  );
  expect(decided).toEqual([shown[0]]);
  expect(left.map(({ item: { tool_call_id }, why }) => [tool_call_id, why])).toEqual([
    ['changed', 'changed'],
    ['gone', 'gone'],
    ['refused', { refusal: 'You have approved this.' }],
    ['expired', 'expired'],
    ['old', 'no digest'],
  ]);
  expect(leftOutWords('changed')).toBe('It has changed since it was shown.');
  expect(leftOutWords({ refusal: 'Because.' })).toBe('Because.');
});

it.each([
  [{ result: 'accepted' }, 'approve', false, { text: 'Approved', tone: 'good' }],
  [
    { result: 'accepted' },
    'approve',
    true,
    { text: 'Approved: further approvals are required', tone: 'warn' },
  ],
  [{ result: 'accepted' }, 'reject', false, { text: 'Rejected', tone: 'neutral' }],
  [
    { result: 'refused', code: 'stale_confirmation' },
    'approve',
    true,
    { text: 'It has changed since it was shown.', code: 'stale_confirmation', tone: 'bad' },
  ],
  [
    { result: 'refused', code: 'unknown_confirmation' },
    'reject',
    false,
    { settledBefore: true, code: 'unknown_confirmation' },
  ],
  [
    { result: 'refused', code: 'limit_reached', message: 'A limit is reached.' },
    'approve',
    true,
    { text: 'A limit is reached.', code: 'limit_reached' },
  ],
] as const)(
  '[console.decide-many] the result %j of %s is said in words',
  (result, decision, waits, words) => {
    expect(resultWords(result, decision, waits)).toMatchObject(words);
  },
);
