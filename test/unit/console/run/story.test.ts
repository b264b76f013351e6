import { expect, it } from 'vitest';
import { runErrorCodes } from '#contract/run-state.ts';
import type { ToolCall, Trace } from '#console/api/schema.ts';
import { storyOf } from '#console/pages/run/story/story-of.ts';

const at = '2026-11-24T10:00:00.000Z';

const call: ToolCall = {
  patch_ref: 'send_payment@1',
  interaction: 'silent',
  gate: 'confirm',
  status: 'ok',
  args: {},
  started_at: at,
  duration_ms: 10,
};

function run(parts: Partial<Trace>, ...calls: ToolCall[]): Trace {
  return {
    id: '01a1b2c3-0000-7000-8000-000000000001',
    thread_id: '01a1b2c3-0000-7000-8000-000000000002',
    subject_ref: 'ada',
    agent: { id: 'agent_01a1b2c3000070008000000000000003', name: 'Demo' },
    origin: 'api',
    state: 'closed',
    reason: 'finished',
    terminal: true,
    cost_credits: 0,
    opened_at: at,
    requests: [],
    requests_count: 0,
    turns: [
      {
        seq: 1,
        model_class: 'scripted',
        input_tokens: 1,
        output_tokens: 1,
        cost_credits: 0,
        created_at: at,
        tool_calls: calls,
      },
    ],
    ...parts,
  };
}

const failed = (code: string): ToolCall => ({
  ...call,
  status: 'failed',
  result: { error: { code } },
  error: { code, message: 'The host answered 422.' },
});

it.each(runErrorCodes)('[console.run-story] a run that failed with %s says what a person can do', (code) => {
  const { reason: _, ...open } = run({ state: 'failed', error: { code, message: 'It failed.' } });
  const story = storyOf(open);
  expect(story).toMatchObject({ tone: 'bad', code });
  // The sentence of a model's error says both.
  expect(`${story.what} ${story.todo ?? ''}`.split('.').length).toBeGreaterThan(2);
  expect(story.what).not.toContain(code);
});

it('[console.run-story] a call that failed is told with what to do, unless it was made again with success', () => {
  expect(storyOf(run({}, failed('host_error')))).toEqual({
    tone: 'warn',
    what: 'The agent has replied, but send_payment failed: The host answered 422.',
    todo: 'The answer of the host is in the result below. Correct the cause, and ask again.',
    code: 'host_error',
  });
  expect(storyOf(run({}, failed('outcome_unknown'))).todo).toContain('may have acted');
  expect(storyOf(run({}, failed('host_error'), call)).what).toBe(
    'The agent has replied, after 1 turn and 2 calls.',
  );
  const declined: ToolCall = { ...failed('denied'), result: { declined: true } };
  expect(storyOf(run({}, declined)).tone).toBe('good');
});

it('[console.run-story] a run that waits says for what, and one that was cancelled is no failure', () => {
  const { reason: _, ...open } = run({ state: 'awaiting_input', terminal: false });
  const turns = (pending: ToolCall) => run({}, { ...pending, status: 'pending' }).turns;
  expect(storyOf({ ...open, turns: turns(call) }).what).toBe(
    'send_payment is held until somebody approves it.',
  );
  expect(storyOf({ ...open, turns: turns({ ...call, gate: null, interaction: 'interactive' }) }).what).toBe(
    'The agent has asked a question.',
  );
  expect(storyOf(run({ reason: 'cancelled' }))).toEqual({ tone: 'neutral', what: 'The run was cancelled.' });
  expect(storyOf(run({ reason: 'expired' })).tone).toBe('warn');
});
