import { describe, expect, it } from 'vitest';
import { toTimestamp } from '#contract/timestamp.ts';
import { advance } from '#engine/rules/advance.ts';
import type { Input } from '#engine/rules/inputs.ts';
import { mayBeMadeAgain } from '#engine/rules/seen-calls.ts';
import { call, later, now, paused, context, turn, working } from '../../../support/rules/documents.ts';
import { changed } from '../../../support/rules/outcomes.ts';

const seen = { turn: 1, made: ['call'] };
const decision = { decision: 'approve' as const, actor: 'Grace', request_id: 'request', created_at: now };
const step = {
  next: 'execute' as const,
  turn: 1,
  calls: [{ tool_call_id: 'call', patch_ref: 'pay@1', timeout_seconds: 30 }],
};
const approved = call({ gate: 'confirm', decision });

/** The reported end of a run's only call. */
function told(stored: ReturnType<typeof working>, input: Input): string | undefined {
  return changed(advance(stored, input, context(later(60)))).changes.calls[0]?.set.error?.code;
}

describe('a call of which a restored store does not know that it was made', () => {
  const ends: [string, ReturnType<typeof working>, Input, string][] = [
    ['a cancellation', working([approved]), { type: 'cancel', seen }, 'cancelled'],
    ['a failure', working([approved]), { type: 'failure', error: 'internal_error', step, seen }, 'cancelled'],
    [
      'the expiry of its pause',
      paused('confirmation'),
      { type: 'expiry', tool_call_id: 'call', expires_at: toTimestamp(later(60)), seen },
      'expired',
    ],
  ];

  it.each(ends)(
    '[tool-call.outcome-unknown.restored] is told as unknown if its workflow has seen it made: %s',
    (_, stored, input, otherwise) => {
      expect(told(stored, input)).toBe('outcome_unknown');
      expect(told(stored, { ...input, seen: { turn: 2, made: [] } } as Input)).toBe('outcome_unknown');
      expect(told(stored, { ...input, seen: { turn: 1, made: ['other'] } } as Input)).toBe(otherwise);
      expect(told(stored, { ...input, seen: undefined } as Input)).toBe(otherwise);
    },
  );

  it('[tool-call.outcome-unknown.restored] is told as unknown if its workflow is lost and it was approved, or if the workflow ended by itself', () => {
    const lost: Input = { type: 'workflow_lost' };
    expect(told(working([approved]), lost)).toBe('outcome_unknown');
    expect(told(working([call()]), lost)).toBe('cancelled');
    expect(told(paused('confirmation'), lost)).toBe('cancelled');
    const completed: Input = { type: 'workflow_lost', completed: true };
    expect(told(working([call()]), completed)).toBe('outcome_unknown');
    expect(told(paused('confirmation'), completed)).toBe('outcome_unknown');
    expect(told(paused('question'), completed)).toBe('cancelled');
  });

  it('[tool-call.outcome-unknown.restored] is made again only where a host knows the repetition, or any is allowed', () => {
    const keyed = { reliability: { idempotent: true, retry: 'safe' } } as const;
    const always = { reliability: { idempotent: false, retry: 'always' } } as const;
    const once = { reliability: { idempotent: false, retry: 'safe' } } as const;
    expect([keyed, always, once].map((each) => mayBeMadeAgain(each, 'call'))).toEqual([true, true, false]);
    // A turn that is taken again has other calls, under other keys.
    expect([keyed, always, once].map((each) => mayBeMadeAgain(each, 'turn'))).toEqual([false, true, false]);
  });
});

it('[tool-call.outcome-unknown.restored] no turn is taken while calls of an earlier one are pending, which a restored store can show', () => {
  const input = turn({ turn: 2 });
  expect(advance(working([approved]), input, context())).toMatchObject({
    outcome: 'unchanged',
    directive: { next: 'execute', turn: 1 },
  });
  expect(advance(working([call({ status: 'ok' })]), input, context()).outcome).toBe('changed');
});
