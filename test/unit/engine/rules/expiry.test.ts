import { describe, expect, it } from 'vitest';
import { toTimestamp } from '#contract/timestamp.ts';
import { advance } from '#engine/rules/advance.ts';
import type { Input } from '#engine/rules/inputs.ts';
import { questionAnswered, refuseWhileHeld } from '#engine/rules/message.ts';
import type { LoadedRun } from '#engine/documents/run.ts';
import type { PauseDocument } from '#engine/documents/run.ts';
import { later, pause, paused, context, thread, threadPause } from '../../../support/rules/documents.ts';
import { changed } from '../../../support/rules/outcomes.ts';

const [before, over] = [later(59.999), later(60)];
const decision: Input = {
  type: 'decision',
  tool_call_id: 'call',
  decision: 'approve',
  actor: 'person',
  via: 'token',
  request_id: 'request',
};
const inputs: [PauseDocument['type'], Input][] = [
  ['confirmation', decision],
  ['question', { type: 'answer', tool_call_id: 'call', message_id: 'answer', content: 'Yes.' }],
  ['outcome', { type: 'outcome', tool_call_id: 'call', state: 'occurred', actor: 'host' }],
  ['confirmation', { type: 'cancel_requested' }],
];

/** The stored state after the end that an input causes first. */
function ended(stored: LoadedRun, input: Input): LoadedRun {
  const outcome = advance(stored, input, context(over));
  if (outcome.outcome !== 'expired') throw new Error(`the input is ${outcome.outcome}`);
  const { run, thread: after = stored.thread, calls } = outcome.changes;
  return {
    run,
    thread: after,
    calls: stored.calls.map((call, index) => ({ ...call, ...calls[index]?.set })),
  };
}

describe('a pause that is over', () => {
  it.each(inputs)('[pause.expiry.is-a-rule] %s: ends its run before %j is judged', (kind, input) => {
    expect(advance(paused(kind), input, context(before)).outcome).toBe('changed');
    const after = ended(paused(kind), input);
    expect(after.run).toMatchObject({ state: 'closed', reason: 'expired' });
    expect(after.calls[0]).toMatchObject({ status: 'failed', error: { code: 'expired' } });
    expect(after.thread.pauses).toEqual([]);
  });

  it('[pause.expiry.is-a-rule] takes no decision', () => {
    const after = ended(paused('confirmation'), decision);
    expect(() => advance(after, decision, context(over))).toThrow(
      expect.objectContaining({ code: 'unknown_confirmation' }),
    );
  });

  it('[pause.expiry.is-a-rule] [outcome.late] has an outcome recorded with its call', () => {
    const report: Input = { type: 'outcome', tool_call_id: 'call', state: 'occurred', actor: 'host' };
    const after = ended(paused('outcome'), report);
    const { changes } = changed(advance(after, report, context(over)));
    expect(changes.calls[0]?.set).toEqual({ outcome: expect.objectContaining({ state: 'occurred' }) });
    expect(changes.run.reason).toBe('expired');
  });

  it('[pause.expiry.is-a-rule] neither refuses a message nor takes it as an answer', () => {
    const stored = thread({
      pauses: [threadPause(pause('question')), threadPause(pause('confirmation', { run_id: 'other' }))],
    });
    expect(() => refuseWhileHeld(stored, before)).toThrow(
      expect.objectContaining({ code: 'awaiting_confirmation' }),
    );
    expect(() => refuseWhileHeld(stored, over)).not.toThrow();
    expect(questionAnswered(stored, over)).toBeUndefined();
    const young = threadPause(pause('question', { run_id: 'young', created_at: later(1) }));
    const pauses = [threadPause(pause('question')), young];
    expect(questionAnswered(thread({ pauses }), over)?.run_id).toBe('young');
  });
});

it('[run.pause.expires] a timer that runs too early by the clock of its worker, or for an earlier pause, ends nothing', () => {
  const expiry: Input = { type: 'expiry', tool_call_id: 'call', expires_at: toTimestamp(over) };
  expect(advance(paused('confirmation'), expiry, context(before))).toEqual({
    outcome: 'too_early',
    until: over,
  });
  const { changes } = changed(advance(paused('confirmation'), expiry, context(over)));
  expect(changes.run).toMatchObject({ state: 'closed', reason: 'expired' });
});

it('[run.pause.expires] a workflow whose timer has run for an earlier pause for the same call is told of the later one', () => {
  const stored = paused('confirmation');
  const told = (expires_at: Date): Input => ({
    type: 'expiry',
    tool_call_id: 'call',
    expires_at: expires_at.toISOString(),
  });
  expect(advance(stored, told(later(30)), context(later(30)))).toMatchObject({
    outcome: 'unchanged',
    directive: { next: 'pause', tool_call_id: 'call', expires_at: over.toISOString() },
  });
  expect(advance(stored, told(over), context(before)).outcome).toBe('too_early');
  const { changes } = changed(advance(stored, told(later(30)), context(over)));
  expect(changes.run.reason).toBe('expired');
});
