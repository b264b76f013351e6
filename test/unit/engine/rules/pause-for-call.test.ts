import { describe, expect, it, vi } from 'vitest';
import { fromJsonText, toJsonText } from '#contract/json-text.ts';
import { advance } from '#engine/rules/advance.ts';
import { digestOf, documentOf } from '#engine/rules/gates/digest.ts';
import { plainGate } from '#engine/rules/gates/gate-of-call.ts';
import { waitingCall } from '#engine/rules/gates/waiting-call.ts';
import type { PauseDocument } from '#engine/documents/run.ts';
import { pauseForCall } from '#engine/rules/pause-for-call.ts';
import {
  call,
  context,
  judged,
  later,
  now,
  run,
  thread,
  tool,
  turn,
  working,
} from '../../../support/rules/documents.ts';
import { changed, contents } from '../../../support/rules/outcomes.ts';

const redact = { args: ['/amount'] };
/** The times of a pause of a minute. */
const times = { created_at: now.toISOString(), expires_at: later(60).toISOString() };
const held = {
  type: 'calls_held' as const,
  calls: [{ tool_call_id: 'call' }],
  pause_ttl_seconds: 60,
};

const textOf = ({ shown }: PauseDocument) => fromJsonText(shown ?? toJsonText({} as never));

describe('a call that is held', () => {
  it('[thread.list.pending-elicitation] [pause.visible-expiry] asks: the thread shows the arguments, the event what may be shown', () => {
    const { pause, events } = pauseForCall(
      run(),
      waitingCall(call({ interaction: 'interactive', redact })),
      60,
      context(),
    );
    expect(textOf(pause)).toEqual({
      run_id: 'run',
      kind: 'pay',
      prompt: { amount: 5 },
      ...times,
    });
    expect(events).toMatchObject([
      { type: 'tool_call.started', data: { args: { amount: '[redacted]' } } },
      { type: 'elicitation.requested', data: { prompt: { amount: '[redacted]' }, ...times } },
    ]);
  });

  it('[thread.list.pending-action] [pause.visible-expiry] proposes: the thread shows the arguments, the event what may be shown', () => {
    const { pause, events } = pauseForCall(
      run(),
      waitingCall(call({ interaction: 'proposed_action', redact })),
      60,
      context(),
    );
    expect(textOf(pause)).toMatchObject({ tool_call_id: 'call', args: { amount: 5 }, ...times });
    expect(events.at(-1)).toMatchObject({
      type: 'action.proposed',
      data: { args: { amount: '[redacted]' }, ...times },
    });
  });

  it('[thread.list.pending-confirmation] [confirm.shown-args] [confirm.risk] [pause.visible-expiry] waits at its gate, with its summary, redacted arguments, connection and effective risk', () => {
    const gated = call({
      gate: 'confirm',
      summary: { title: 'Pay 5' },
      redact: { args: ['/amount'] },
      connection: { id: 'bank', name: 'Bank', configuration: 'c' },
      risk: { base: 'low', effective: 'high' },
    });
    const { pause, events } = pauseForCall(run(), waitingCall(gated), 60, context());
    const shown = {
      run_id: 'run',
      tool_call_id: 'call',
      patch_ref: 'pay@1',
      summary: { title: 'Pay 5' },
      args: { amount: '[redacted]' },
      connection: { id: 'bank', name: 'Bank' },
      risk: 'high',
      approvals: { required: 1, given: [] },
      digest: digestOf(gated, context()),
      document: documentOf(waitingCall(gated), context()),
      ...times,
    };
    expect(textOf(pause)).toEqual(shown);
    expect(events).toEqual([{ type: 'write.confirmation_requested', data: shown }]);
  });

  it('[thread.pauses.bounded] is shown by the run, while its thread has ids, kind and times only', () => {
    const asks = call({ interaction: 'interactive', args: toJsonText({ question: 'x'.repeat(10_000) }) });
    const { changes } = changed(advance(working([asks]), held, context()));
    const [item] = changes.run.pauses ?? [];
    const { shown = '', type, run_id, tool_call_id, patch_ref, created_at, expires_at } = item ?? {};
    expect(shown.length).toBeGreaterThan(10_000);
    const calls = [{ tool_call_id, expires_at }];
    const known = { type, run_id, tool_call_id, patch_ref, created_at, calls };
    expect(changes.thread?.pauses).toEqual([{ ...known, shown_length: shown.length }]);
  });

  it('[invariant.persist-then-announce] is stored as a pause in the write that announces it', () => {
    const asks = call({ interaction: 'interactive' });
    const { changes, directive } = changed(advance(working([asks]), held, context()));
    expect(changes.run.state).toBe('awaiting_input');
    // The write checks that the call still waits.
    expect(changes.calls).toEqual([{ before: asks, set: { status: 'pending' } }]);
    expect(changes.thread?.pauses).toMatchObject([{ type: 'question', calls: [{ expires_at: later(60) }] }]);
    expect(changes.events.map(({ type }) => type)).toContain('elicitation.requested');
    expect(directive).toMatchObject({ next: 'pause', kind: 'question' });
  });

  it('[run.cancel.stored-is-carried-out] is cancelled instead when its run is to end', () => {
    const stored = working([call({ interaction: 'interactive' })], { cancel_requested: true });
    expect(advance(stored, held, context())).toMatchObject({
      outcome: 'unchanged',
      directive: { next: 'cancel' },
    });
  });

  it.each([
    ['to be made', {}],
    ['resolved', { interaction: 'interactive', status: 'ok' }],
  ] as const)('is none that is %s', (_, fields) => {
    expect(advance(working([call(fields)]), held, context()).outcome).toBe('unchanged');
    expect(() => pauseForCall(run(), waitingCall(call(fields)), 60, context())).toThrow('waits for nobody');
  });
});

it('[confirm.shown-args] the arguments of a held call come from the turn to its pause, digest and event without being read again', () => {
  const held = judged(tool({ redact: { args: ['/to'] } }, { gate: 'confirm' }), {
    args: { amount: 5, to: 'ada' },
    gate: { ...plainGate, amounts: [{ limits: ['daily'], amount: '/amount', payee: '/to' }] },
  });
  const parse = vi.spyOn(JSON, 'parse');
  const { after } = changed(
    advance({ run: run(), thread: thread(), calls: [] }, turn({ calls: [held] }), context()),
  );
  const read = parse.mock.calls.filter(([text]) => text.includes('ada'));
  parse.mockRestore();
  expect(read).toEqual([]);
  expect(contents(after)[0]).toMatchObject({
    args: { amount: 5, to: '[redacted]' },
    amounts: [{ amount: '5', payee: '[redacted]' }],
  });
});
