import { describe, expect, it } from 'vitest';
import { mostOpenRuns } from '#contract/thread.ts';
import { openRun, questionAnswered } from '#engine/rules/message.ts';
import { now, pause, context, thread } from '../../../support/rules/documents.ts';

const opening = { run_id: 'new', message_id: 'message', content: 'Hello?', origin: 'api' as const, hold: 4 };

describe('a message', () => {
  it('[message.post.open-runs] opens no run while a thousand of its thread are open, and answers a question still', () => {
    const line = Array.from({ length: mostOpenRuns - 1 }, (_, index) => `run-${index}`);
    const full = thread({ active_runs: line, pauses: [pause('question')] });
    expect(() => openRun(full, opening, context())).toThrow(
      expect.objectContaining({ code: 'rate_limited', retryAfterSeconds: 60 }),
    );
    expect(questionAnswered(full, now)?.tool_call_id).toBe('call');
    const { thread: after } = openRun(thread({ ...full, pauses: [] }), opening, context());
    expect(after?.active_runs).toHaveLength(mostOpenRuns);
  });
});
