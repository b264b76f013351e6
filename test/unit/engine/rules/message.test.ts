import { describe, expect, it } from 'vitest';
import { mostOpenRuns } from '#contract/thread.ts';
import { heldRuns, openRun, questionAnswered, refuseWhileHeld } from '#engine/rules/message.ts';
import { now, pause, context, thread, threadPause } from '../../../support/rules/documents.ts';

const opening = { run_id: 'new', message_id: 'message', content: 'Hello?', origin: 'api' as const, hold: 4 };

describe('a message', () => {
  it('[message.post.answers-oldest] answers the oldest question', () => {
    const pauses = [
      pause('outcome', { tool_call_id: 'proposed' }),
      pause('question', { tool_call_id: 'first' }),
      pause('question', { tool_call_id: 'second' }),
    ].map((each) => threadPause(each));
    expect(questionAnswered(thread({ pauses }), now)?.tool_call_id).toBe('first');
  });

  it('[message.post.during-awaiting-outcome] answers nothing while only an outcome is awaited', () => {
    expect(questionAnswered(thread({ pauses: [threadPause(pause('outcome'))] }), now)).toBeUndefined();
  });

  it('[message.post.at-gate] is refused at a gate, also where an older question waits', () => {
    const pauses = [
      threadPause(pause('question')),
      threadPause(pause('confirmation', { run_id: 'held', tool_call_id: 'gated' })),
    ];
    expect(() => refuseWhileHeld(thread({ pauses }), now)).toThrow(
      expect.objectContaining({
        code: 'awaiting_confirmation',
        details: { run_id: 'held', tool_call_id: 'gated' },
      }),
    );
  });

  it('[thread.beside] opens a run beside held calls, and the thread keeps that it did', () => {
    const pauses = [threadPause(pause('confirmation', { run_id: 'held', tool_call_id: 'gated' }))];
    const held = thread({ pauses });
    expect(heldRuns(held, now)).toEqual(pauses);
    expect(openRun(held, opening, context()).thread).toMatchObject({ beside: true, pauses });
    expect(openRun(thread(), opening, context()).thread).not.toHaveProperty('beside');
  });

  it('[message.post.starts-run] opens a run at the end of the line, to be started', () => {
    const { run, thread: after, messages, events, ledger } = openRun(thread(), opening, context());
    expect(run).toMatchObject({ state: 'running', seq: 2, hold: 4, last_event_seq: 1, version: 1 });
    expect(run.outbox).toEqual({ kind: 'start', version: 1, due_at: new Date(now.getTime() + 10_000) });
    expect(after).toMatchObject({ active_runs: ['run', 'new'], last_seq: 2, message_count: 2, version: 2 });
    expect(messages).toMatchObject([{ role: 'user', run_id: 'new', seq: 2 }]);
    expect(events).toMatchObject([{ type: 'run.started', seq: 1, thread_seq: 2 }]);
    expect(ledger).toMatchObject([{ held: 4, reservation: 'new' }]);
  });

  it('[message.post.open-runs] opens no run while a thousand of its thread are open, and answers a question still', () => {
    const line = Array.from({ length: mostOpenRuns - 1 }, (_, index) => `run-${index}`);
    const full = thread({ active_runs: line, pauses: [threadPause(pause('question'))] });
    expect(() => openRun(full, opening, context())).toThrow(
      expect.objectContaining({ code: 'rate_limited', retryAfterSeconds: 60 }),
    );
    expect(questionAnswered(full, now)?.tool_call_id).toBe('call');
    const { thread: after } = openRun(thread({ ...full, pauses: [] }), opening, context());
    expect(after?.active_runs).toHaveLength(mostOpenRuns);
  });

  it('[thread.title.first-message] [thread.title.given] names a thread that has no title', () => {
    const long = { ...opening, content: 'x'.repeat(100) };
    expect(openRun(thread({ untitled: true }), long, context()).thread?.title).toHaveLength(80);
    expect(openRun(thread(), long, context()).thread?.title).toBe('Title');
  });
});
