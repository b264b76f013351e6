import { expect, it } from 'vitest';
import type { DecidedCall, RecordedDecision, ToolCall } from '#console/api/schema.ts';
import { decisionsOf } from '#console/pages/inbox/decided/decisions-of.ts';

const at = '2026-01-01T10:05:00.000Z';
const by = (actor: string, passkey_id?: string): RecordedDecision => ({
  decision: 'approve',
  actor,
  at,
  ...(passkey_id !== undefined && { passkey_id }),
});
const call = (patch_ref: string, ...decisions: RecordedDecision[]): ToolCall =>
  ({ patch_ref, decisions }) as ToolCall;
const item = {
  patch_ref: 'pay@1',
  decision: 'approve',
  actor: 'eve',
  passkey_id: 'key',
  decided_at: at,
} as DecidedCall;
const turnsOf = (...tool_calls: ToolCall[]) => ({ turns: [{ tool_calls }] }) as never;

it('[console.signed-by] the decisions on a decided call are those of the call that its person decided on then', () => {
  const first = by('mia');
  const calls = [
    call('other@1', by('eve', 'key')),
    call('pay@1', by('eve', 'another key')),
    call('pay@1', first, by('eve', 'key')),
  ];
  expect(decisionsOf(turnsOf(...calls), item)).toEqual([first, by('eve', 'key')]);
  expect(decisionsOf(turnsOf(...calls), { ...item, actor: 'linus' })).toEqual([]);
  expect(decisionsOf(turnsOf(), item)).toEqual([]);
});
