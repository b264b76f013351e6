import { expect, it } from 'vitest';
import { refusalToApprove } from '#console/approvals/may-approve.ts';
import type { Via } from '#contract/credential.ts';
import { isSameCall } from '#contract/same-call.ts';

const at = '2026-11-21T02:48:21.617Z';
const stage = { number: 1, of: 1, required: 2, given: 0 };
const ada = { name: 'ada@bank.example', via: 'console' } as const;
const finance = { name: 'Finance', members: ['ada@bank.example'] };

it('[console.stages] whoever has approved, is not in the group or is not known as the stage wants is told so before', () => {
  const approvals = { required: 2, given: [], stage };
  expect(refusalToApprove(approvals, ada)).toBeUndefined();
  expect(refusalToApprove({ required: 1, given: [] }, ada)).toBeUndefined();
  expect(refusalToApprove({ ...approvals, given: [{ actor: ada.name, via: 'api_key', at }] }, ada)).toBe(
    'You have approved this.',
  );
  const asVariant = [{ actor: 'ADA@bank.example\u200B', via: 'token' as const, at }];
  expect(refusalToApprove({ ...approvals, given: asVariant }, ada)).toBe('You have approved this.');
  const ofFinance = { ...approvals, stage: { ...stage, group: 'finance' } };
  expect(refusalToApprove(ofFinance, ada, finance)).toBeUndefined();
  expect(refusalToApprove(ofFinance, { ...ada, name: 'eve' }, finance)).toContain('members of Finance');
  // A group that is not read yet speaks against nobody: the API decides.
  expect(refusalToApprove(ofFinance, { ...ada, name: 'eve' })).toBeUndefined();
  const via: Via[] = ['console', 'token'];
  const signedIn = { ...approvals, stage: { ...stage, via } };
  expect(refusalToApprove(signedIn, ada)).toBeUndefined();
  expect(refusalToApprove(signedIn, { ...ada, via: 'api_key' })).toContain('You are known by an API key');
});

it('[console.changed-call] a held write is another one as soon as anything of it differs that is decided on', () => {
  const call = {
    tool_call_id: 'one',
    patch_ref: 'pay@1',
    summary: { title: 'Pay 1' },
    args: { amount: 1, to: 'Bo' },
    connection: { id: 'c', name: 'bank' },
    risk: 'high',
    digest: 'sha-256=:a:',
  } as const;
  expect(isSameCall(call, { ...call, args: { to: 'Bo', amount: 1 } })).toBe(true);
  for (const change of [
    { tool_call_id: 'two' },
    { summary: { title: 'Pay 2' } },
    { args: { amount: 2, to: 'Bo' } },
    { connection: { id: 'd', name: 'bank' } },
    { risk: 'low' as const },
    { digest: 'sha-256=:b:' },
  ]) {
    expect([change, isSameCall(call, { ...call, ...change })]).toEqual([change, false]);
  }
});
