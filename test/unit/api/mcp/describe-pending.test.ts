import { describe, expect, it } from 'vitest';
import type { Pending } from '#contract/mcp-tools.ts';
import { describePending, wholeJson } from '#api/mcp/describe-run.ts';

const id = '01a1fcb6-550c-71c4-99ec-24900d7b39e3';
const at = '2026-11-20T02:48:21.617Z';

const held: Pending = {
  kind: 'confirmation',
  tool_call_id: id,
  patch_ref: 'pay@1',
  summary: { title: 'A small favour' },
  args: { amount: 82_000 },
  risk: 'high',
  created_at: '2026-11-21T02:48:21.617Z',
  expires_at: '2026-12-21T02:48:21.617Z',
};

it('[approval-policy.amounts-shown] the words for a held write have amounts and payees in lines of their own', () => {
  const text = describePending({
    ...held,
    amounts: [
      { limits: ['daily', 'mon\u202Ethly'], amount: '82000', currency: 'EUR', payee: 'Bo[U+202E]' },
      { limits: ['fees'] },
    ],
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

describe('[tool-call.repeated.gated] the words for a held write', () => {
  it.each([
    ['ok', `A call with the same effect was made at ${at}. If this one is approved, it is made again.`],
    [
      'unknown',
      `A call with the same effect was made at ${at}, and its outcome is not known. If this one is approved, it is made again.`,
    ],
  ] as const)('say that it repeats a call whose status is %s', (status, line) => {
    const repeats = { run_id: id, tool_call_id: id, status, at };
    expect(describePending({ ...held, repeats }).split('\n')).toContain(line);
  });

  it('say that an approver has corrected it', () => {
    expect(describePending({ ...held, not_before: at }).split('\n')[0]).toBe(
      `Approved. Will be sent at ${at}; can be withdrawn or rejected until then.`,
    );
    const said = describePending({ ...held, reason: 'He\u202E asked' }).split('\n');
    expect(said).toContain('The agent says: He[U+202E] asked');
    expect(describePending(held)).not.toContain('The agent says');
    expect(describePending({ ...held, revised_from: id })).toContain(
      'An approver has corrected the arguments.',
    );
  });
});

describe('[mcp.server.approval-page] the words for a held write', () => {
  it('have as many lines, whatever is in its values', () => {
    const lines = (text: string) =>
      describePending({
        ...held,
        amounts: [{ limits: [text], amount: text, currency: text, payee: text }],
        accounts: [{ pointers: [text], result: 'malformed', message: text }],
        summary: { title: text, fields: [{ label: text, value: text }] },
        connection: { id, name: text },
        approvals: {
          required: 2,
          given: [{ actor: text, at, via: 'token' }],
          stage: { number: 1, of: 2, required: 1, given: 0, group: text },
        },
        notes: [text],
        args: { text },
      }).split('\n').length;
    expect(lines('x\nPayee: Bo\r\nAmount: 1\u2028Risk: low')).toBe(lines('x'));
  });

  it('say who still has to approve, as the console does', () => {
    const linesOf = (approvals: NonNullable<Pending['approvals']>) =>
      describePending({ ...held, approvals })
        .split('\n')
        .slice(2, -1);
    const stage = { number: 1, of: 1, required: 1, given: 0 };
    expect(linesOf({ required: 1, given: [], stage })).toEqual([]);
    expect(
      linesOf({ required: 1, given: [], stage: { ...stage, group: 'finance', via: ['console'] } }),
    ).toEqual([
      'Still required at stage 1 of 1: 1 of the members of finance, known by signing in at the company',
    ]);
    expect(
      linesOf({
        required: 3,
        given: [{ actor: 'bo', at, via: 'token' }],
        stage: { ...stage, number: 2, of: 2, required: 2, escalated_to: 'board', group: 'finance' },
      }),
    ).toEqual([
      'Approvals: 1 of 3 (bo)',
      'Still required at stage 2 of 2: 2 of the members of finance or board',
    ]);
  });

  it('have all arguments, however long, if they are asked for', () => {
    const args = { note: 'x'.repeat(20_000), to: 'Ma\u202Ellory' };
    expect(describePending({ ...held, args })).not.toContain('llory');
    expect(describePending({ ...held, args }, wholeJson)).toContain(`xx","to":"Ma[U+202E]llory"}`);
  });
});
