import { expect, it } from 'vitest';
import type { ToolCall } from '#console/api/schema.ts';
import { decisionOn } from '#console/approvals/decision-on.ts';

const call = (fields: Partial<ToolCall>): ToolCall =>
  ({ patch_ref: 'pay@1', gate: 'confirm', status: 'pending', ...fields }) as ToolCall;
const decided = (actor: string, created_at: string): Partial<ToolCall> => ({
  status: 'ok',
  decision: { decision: 'approve', actor, created_at },
});

it('[console.race] the decision on a held call is the first since it is held, not one on an earlier or later call', () => {
  const calls = [
    call(decided('Early', '2026-01-01T10:00:00.000Z')),
    call(decided('Other', '2026-01-01T10:06:00.000Z')),
    call(decided('Grace', '2026-01-01T10:05:00.000Z')),
  ];
  const held = { patch_ref: 'pay@1', created_at: '2026-01-01T10:04:00.000Z' };
  expect(decisionOn(calls, held)?.actor).toBe('Grace');
  expect(decisionOn(calls.slice(0, 1), held)).toBeUndefined();
});

it('[console.race] of calls that are held together, the decision is that on the same digest', () => {
  const at = '2026-01-01T10:05:00.000Z';
  const decidedAs = (actor: string, digest: string): Partial<ToolCall> => ({
    ...decided(actor, at),
    decisions: [{ decision: 'approve', actor, at, digest }],
  });
  const calls = [call(decidedAs('Grace', 'one')), call(decidedAs('Linus', 'other'))];
  const held = { patch_ref: 'pay@1', created_at: '2026-01-01T10:04:00.000Z' };
  expect(decisionOn(calls, { ...held, digest: 'other' })?.actor).toBe('Linus');
  // Decided on under another digest.
  expect(decisionOn(calls, { ...held, digest: 'before' })?.actor).toBe('Grace');
});
