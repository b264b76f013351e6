import { describe, expect, it } from 'vitest';
import { fromJsonText } from '#contract/json-text.ts';
import { toTimestamp } from '#contract/timestamp.ts';
import { advance } from '#engine/rules/advance.ts';
import type { Input } from '#engine/rules/inputs.ts';
import { call, paused, run, context, thread, working } from '../../../support/rules/documents.ts';
import { changed } from '../../../support/rules/outcomes.ts';

type Decision = Extract<Input, { type: 'decision' }>;
const decision = (fields: Partial<Decision> = {}): Decision => ({
  type: 'decision',
  tool_call_id: 'call',
  decision: 'approve',
  actor: 'person',
  via: 'token',
  request_id: 'request',
  ...fields,
});
const outcome = (state: 'occurred' | 'failed' = 'occurred', tool_call_id = 'call'): Input => ({
  type: 'outcome',
  tool_call_id,
  state,
  actor: 'host',
});
const answer: Input = { type: 'answer', tool_call_id: 'call', message_id: 'answer', content: 'Yes.' };
const refusal = (code: string) => expect.objectContaining({ code });

describe('a decision', () => {
  it('[confirm.approve] approves the call as it is stored, and has it made', () => {
    const stored = paused('confirmation');
    const { changes, directive, after } = changed(advance(stored, decision(), context()));
    expect(changes.run).toMatchObject({ state: 'running', outbox: { kind: 'resume', tool_call_id: 'call' } });
    expect(changes.calls[0]?.set).toEqual({
      decision: expect.objectContaining({ decision: 'approve', actor: 'person', request_id: 'request' }),
    });
    expect(after.calls[0]?.args).toBe(stored.calls[0]?.args);
    expect(directive).toMatchObject({ next: 'execute', calls: [{ tool_call_id: 'call' }] });
  });

  it('[confirm.reject] rejects the call with its detail', () => {
    const input = decision({ decision: 'reject', detail: { why: 'no' } });
    const { changes, directive } = changed(advance(paused('confirmation'), input, context()));
    expect(changes.calls[0]?.set.status).toBe('failed');
    expect(fromJsonText(changes.calls[0]?.set.result as never)).toEqual({
      declined: true,
      detail: { why: 'no' },
    });
    expect(fromJsonText(changes.events[0]?.data as never)).toMatchObject({ status: 'declined' });
    expect(directive).toEqual({ next: 'turn', turn: 2 });
  });

  it('[confirm.race] after another is unknown_confirmation, and the repetition of the first changes nothing', () => {
    const { after } = changed(advance(paused('confirmation'), decision(), context()));
    const late = decision({ decision: 'reject', request_id: 'second' });
    expect(() => advance(after, late, context())).toThrow(refusal('unknown_confirmation'));
    expect(advance(after, decision(), context()).outcome).toBe('unchanged');
  });

  it('[confirm.order-of-checks] [confirm.already-resolved] on a resolved call is unknown, whatever the run does', () => {
    const stored = working([call({ gate: 'confirm', status: 'failed' })]);
    expect(() => advance(stored, decision(), context())).toThrow(refusal('unknown_confirmation'));
  });

  it('[confirm.not-paused] on a run that is at no gate is not awaited', () => {
    expect(() => advance(paused('question'), decision(), context())).toThrow(
      refusal('not_awaiting_confirmation'),
    );
  });

  it('[confirm.unknown-call] on another call than the held one is unknown', () => {
    const input = decision({ tool_call_id: 'other' });
    expect(() => advance(paused('confirmation'), input, context())).toThrow(refusal('unknown_confirmation'));
  });

  it('[confirm.late-execution] on a call that was held again since its person was asked is unknown', () => {
    const stored = paused('confirmation');
    const since = stored.thread.pauses[0]?.created_at;
    if (since === undefined) throw new Error('the run is not paused');
    const earlier = decision({ held_since: toTimestamp(new Date(since.getTime() - 1)) });
    expect(() => advance(stored, earlier, context())).toThrow(refusal('unknown_confirmation'));
    const same = decision({ held_since: toTimestamp(since) });
    expect(advance(stored, same, context()).outcome).toBe('changed');
  });
});

describe('an outcome', () => {
  it.each([
    ['occurred', 'ok', 3],
    ['failed', 'failed', 0],
  ] as const)(
    '[outcome.accepted] [money.patch-price] that %s makes the call %s and costs %i',
    (state, status, cost) => {
      const stored = paused('outcome', { call: { price: 3 } });
      const { changes } = changed(advance(stored, outcome(state), context()));
      expect(changes.run).toMatchObject({ state: 'running', cost });
      expect(changes.calls[0]?.set).toMatchObject({ status, outcome: { state } });
    },
  );

  it('[outcome.repeated] after another changes nothing: the first stands', () => {
    const { after } = changed(advance(paused('outcome'), outcome(), context()));
    expect(advance(after, outcome('failed'), context()).outcome).toBe('unchanged');
  });

  it('[outcome.late] after the end of its run is recorded, and changes nothing else', () => {
    const ended = {
      run: run({ state: 'closed', reason: 'expired' }),
      thread: thread({ active_runs: [] }),
      calls: [
        call({ interaction: 'proposed_action', status: 'failed', error: { code: 'expired', message: '' } }),
      ],
    };
    const { changes } = changed(advance(ended, outcome(), context()));
    expect(changes.calls.map(({ set }) => Object.keys(set))).toEqual([['outcome']]);
    expect([changes.events, changes.ledger, changes.messages]).toEqual([[], [], []]);
    expect(changes.run).toEqual({ ...ended.run, version: ended.run.version + 1 });
    expect(changes.thread).toBeUndefined();
  });

  it.each(['invalid_args', 'too_many_calls'])(
    '[outcome.unknown-call] for a call that nobody was asked for, because it was refused with %s, is refused',
    (code) => {
      const refused = call({
        interaction: 'proposed_action',
        status: 'failed',
        error: { code, message: '' },
      });
      const ended = { run: run({ state: 'closed' }), thread: thread(), calls: [refused] };
      expect(() => advance(ended, outcome(), context())).toThrow(refusal('not_awaiting_outcome'));
      const waiting = paused('outcome');
      const other = { ...refused, _id: 'refused' };
      expect(() => advance(waiting, outcome('occurred', 'refused'), context(), other)).toThrow(
        refusal('unknown_action'),
      );
    },
  );

  it('[outcome.late] for a call that was cancelled between two reads is left to the store to refuse', () => {
    const stored = paused('outcome');
    const cancelled = call({ interaction: 'proposed_action', status: 'failed' });
    const { changes } = changed(advance(stored, outcome(), context(), cancelled));
    expect(changes.run.version).toBe(stored.run.version + 1);
    expect((changes.thread ?? stored.thread).pauses).toEqual(stored.thread.pauses);
  });

  it('[outcome.not-awaiting] [outcome.unknown-call] is refused where none, or another, is awaited', () => {
    expect(() => advance(working([]), outcome(), context())).toThrow(refusal('not_awaiting_outcome'));
    expect(() => advance(paused('outcome'), outcome('occurred', 'x'), context())).toThrow(
      refusal('unknown_action'),
    );
  });
});

describe('an answer', () => {
  it('[message.post.answer] is a message of the run, and the result of its call', () => {
    const { changes, directive } = changed(
      advance(paused('question', { call: { price: 2 } }), answer, context()),
    );
    expect(changes.messages).toMatchObject([{ role: 'user', content: 'Yes.', run_id: 'run', seq: 2 }]);
    expect(changes.calls[0]?.set).toMatchObject({ status: 'ok', result: '{"answer":"Yes."}', cost: 2 });
    expect(directive).toEqual({ next: 'turn', turn: 2 });
  });

  it('that comes too late changes nothing: the message is one of its own', () => {
    const { after } = changed(advance(paused('question'), answer, context()));
    expect(advance(after, answer, context()).outcome).toBe('unchanged');
  });

  it('[run.order.resumed-before-new] puts a run before those that wait for their first turn', () => {
    const stored = paused('question', { thread: { active_runs: ['works', 'waits'] } });
    const { changes } = changed(advance(stored, answer, context()));
    expect(changes.thread?.active_runs).toEqual(['works', 'run', 'waits']);
    expect(changes.thread?.pauses).toEqual([]);
  });
});
