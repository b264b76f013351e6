import { expect, it } from 'vitest';
import { describePending } from '#api/mcp/describe-run.ts';

it('[approval-policy.amounts-shown] the words for a held write have amounts and payees in lines of their own', () => {
  const text = describePending({
    kind: 'confirmation',
    tool_call_id: '01a1fcb6-550c-71c4-99ec-24900d7b39e3',
    patch_ref: 'pay@1',
    summary: { title: 'A small favour' },
    amounts: [
      { limits: ['daily', 'mon\u202Ethly'], amount: '82000', currency: 'EUR', payee: 'Bo[U+202E]' },
      { limits: ['fees'] },
    ],
    args: { amount: 82_000 },
    risk: 'high',
    created_at: '2026-11-21T02:48:21.617Z',
    expires_at: '2026-12-21T02:48:21.617Z',
  });
  expect(text.split('\n').slice(0, 6)).toEqual([
    'Held for approval: A small favour',
    'Amount (counted by daily, mon[U+202E]thly): 82000',
    'Currency (counted by daily, mon[U+202E]thly): EUR',
    'Payee (counted by daily, mon[U+202E]thly): Bo[U+202E]',
    'Amount (counted by fees): none',
    'Risk: high',
  ]);
});
