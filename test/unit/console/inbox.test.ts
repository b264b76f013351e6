import { describe, expect, it } from 'vitest';
import type { ApprovalChange } from '#contract/approval-change.ts';
import type { Approval } from '#console/api/schema.ts';
import {
  expiresSoon,
  expiresWithin,
  expiryNotice,
  lastMinutesMs,
  noticesOf,
} from '#console/inbox-news/notices.ts';
import { rowAfter } from '#console/keys/row-after.ts';
import { outcomeOf } from '#console/pages/inbox/decided/outcome-of.ts';
import { readInboxSearch } from '#console/pages/inbox/inbox-search.ts';
import { amountOf, factsOf } from '#console/pages/inbox/waiting/row-facts.ts';
import { sorted } from '#console/pages/inbox/waiting/sorted.ts';

const at = '2026-11-21T02:48:21.617Z';
const item = (id: string, others: Partial<Approval> = {}): Approval => ({
  kind: 'confirmation',
  run_id: `run ${id}`,
  thread_id: `thread ${id}`,
  subject_ref: 'ada',
  agent: { id: 'agent', name: 'Demo' },
  tool_call_id: id,
  patch_ref: 'send_payment@1',
  created_at: at,
  expires_at: '2026-11-22T02:48:21.617Z',
  ...others,
});
const titled = (title: string, fields?: { label: string; value: string }[]) => ({
  summary: { title, ...(fields && { fields }) },
});

describe('[console.inbox-rows] payee and amount of a row', () => {
  it('are what limits count or, without limits, the first fields of the summary', () => {
    const amounts = [{ limits: ['day'], amount: '12.5', currency: 'EUR', payee: 'Bo' }];
    const fields = [
      { label: 'To', value: 'Bo' },
      { label: 'Reference', value: ' ' },
      { label: 'IBAN', value: 'DE89' },
    ];
    expect(factsOf({ amounts, ...titled('Pay', fields) })).toEqual(['EUR 12.50', 'to Bo']);
    expect(factsOf({ amounts: [...amounts, ...amounts] })).toEqual(['EUR 12.50', 'to Bo', '1 more']);
    expect(factsOf(titled('Pay', fields))).toEqual(['To: Bo', 'IBAN: DE89']);
    expect(factsOf(titled('Pay', [{ label: 'To', value: 'Bo\u202E' }]))).toEqual(['To: Bo[U+202E]']);
    expect(factsOf({})).toEqual([]);
  });

  it.each([
    ['Send 12.5 EUR', 12.5],
    ['Send 1,234.50 EUR', 1234.5],
    ['Überweise 1.234,50 EUR', 1234.5],
    ['Send EUR 12,000', 12_000],
    ['Send 0.125 BTC', 0.125],
    ['Send €99', 99],
    ['Send 1 000 000 JPY', 1_000_000],
    ['Pay invoice 77', undefined],
    ['Pay NUMBER 77', undefined],
  ])('of %s is %s', (title, amount) => expect(amountOf(titled(title))).toBe(amount));
});

it('[console.inbox-order] what waits is sorted by age, amount or expiry', () => {
  const items = [
    item('small', { ...titled('Send 2 EUR'), expires_at: '2026-11-23T00:00:00.000Z' }),
    item('none'),
    item('large', { ...titled('Send 10 EUR'), expires_at: '2026-11-21T03:00:00.000Z' }),
  ];
  const order = (sort?: 'age' | 'amount' | 'expiry') =>
    sorted(items, sort).map(({ tool_call_id }) => tool_call_id);
  expect(order()).toEqual(['small', 'none', 'large']);
  expect(order('age')).toEqual(['small', 'none', 'large']);
  expect(order('amount')).toEqual(['large', 'small', 'none']);
  expect(order('expiry')).toEqual(['large', 'none', 'small']);
});

it('[console.inbox-links] the address says what is shown, and what it says wrongly is left out', () => {
  const search = {
    view: 'decided',
    kind: 'confirmation',
    mine: true,
    sort: 'amount',
    call: 'one',
    run: 'two',
  };
  expect(readInboxSearch(search)).toEqual(search);
  expect(readInboxSearch({ view: 'other', kind: 7, mine: 'yes', sort: '', call: '', extra: 'x' })).toEqual(
    {},
  );
});

it('[console.inbox-news] of what is new a browser tells once, and no more than a row shows', () => {
  const change = (name: ApprovalChange['change'], tool_call_id?: string): ApprovalChange => ({
    change: name,
    ...(tool_call_id !== undefined && { tool_call_id }),
    at,
  });
  const waiting = item('one', { ...titled('Send 12.5 EUR'), args: { secret: 'of the payment' } });
  const notices = noticesOf(
    [change('missed'), change('waiting', 'one'), change('waiting', 'one'), change('settled', 'two')],
    [waiting],
  );
  expect(notices).toEqual([{ tag: 'one', title: 'Send 12.5 EUR', body: 'Demo for ada', item: waiting }]);
  expect(noticesOf([change('reminder', 'one')], [waiting])[0]?.title).toBe('Still waiting: Send 12.5 EUR');
  expect(noticesOf([change('waiting', 'unread')], [])[0]?.title).toBe('An item waits for a person');
  const expires = Date.parse(waiting.expires_at);
  expect([2, 59, 61].map((minutes) => expiresSoon(waiting, expires - minutes * 60_000))).toEqual([
    true,
    true,
    false,
  ]);
  expect(expiresSoon(waiting, expires)).toBe(false);
  expect(expiryNotice(waiting, expires - 1_800_000).title).toBe('Expires in 30 min: Send 12.5 EUR');
});

it('[console.decided] what came of a decision is told apart: sent, failed, unknown, under way, rejected and corrected', () => {
  const approved = { decision: 'approve', status: 'failed' } as const;
  const text = (decided: Parameters<typeof outcomeOf>[0]) => outcomeOf(decided).text;
  expect(text({ decision: 'approve', status: 'ok' })).toBe('Sent');
  expect(text({ decision: 'approve', status: 'pending' })).toBe('Being carried out');
  expect(text({ ...approved, error: { code: 'refused', message: '' } })).toBe('Failed');
  expect(text({ ...approved, error: { code: 'outcome_unknown', message: '' } })).toBe('Outcome unknown');
  expect(text({ decision: 'reject', status: 'failed' })).toBe('Rejected');
  expect(text({ decision: 'reject', status: 'failed', detail: { revised: true } })).toBe('Corrected');
});

it('[console.list-keys] j and k go from row to row, from what is gone to what took its place, and no further than the ends', () => {
  const from = (at: number | undefined, next?: number) =>
    [1, -1].map((by) => rowAfter({ count: 3, at, next }, by as 1 | -1));
  expect(from(undefined)).toEqual([0, 0]);
  expect(from(0)).toEqual([1, 0]);
  expect(from(2)).toEqual([2, 1]);
  expect(from(undefined, 1)).toEqual([1, 0]);
  expect(rowAfter({ count: 0, at: undefined, next: undefined }, 1)).toBeUndefined();
});

it.each([
  ['in sixteen minutes', 960_000, false],
  ['in a quarter of an hour', 900_000, true],
  ['in a second', 1000, true],
  ['now', 0, false],
  ['a second ago', -1000, false],
])('[console.inbox-reminds] of what expires %s a page reminds: %s', (_, leftMs, reminds) => {
  const nowMs = Date.parse(at);
  const expires_at = new Date(nowMs + leftMs).toISOString();
  expect(expiresWithin({ expires_at }, lastMinutesMs, nowMs)).toBe(reminds);
});
