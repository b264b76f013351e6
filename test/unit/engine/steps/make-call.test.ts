import { expect, it, vi } from 'vitest';
import type { ToolCallDocument } from '#engine/documents/tool-call.ts';
import { ClockApartError } from '#engine/ports/clock.ts';
import type { Engine } from '#engine/steps/engine.ts';
import { makeCall } from '#engine/steps/make-call.ts';
import { RecentRuns } from '#engine/steps/recent-runs.ts';
import { SentCalls } from '#engine/steps/sent-calls.ts';
import { call, now, working } from '../../../support/rules/documents.ts';

const { signal } = new AbortController();
const attempt = {
  isFirst: false,
  cancelled: signal,
  stopping: signal,
  marked: () => 0,
  noteMarked: () => {},
};
const decision = {
  decision: 'approve' as const,
  actor: 'ada',
  request_id: 'request',
  created_at: now,
};
const input = {
  run_id: 'run',
  thread_id: 'thread',
  agent_id: 'agent',
  seq: 1,
  workspace_id: 'workspace',
  turn: 1,
  tool_call_id: 'call',
};

/** Makes a call in a worker whose clock is an hour ahead of the store's. `prepare` is reached by a call that would be sent. */
async function makeWithWrongClock(made: ToolCallDocument) {
  const prepare = vi.fn<() => Promise<object>>().mockResolvedValue({ impossible: { status: 'failed' } });
  const engine = {
    store: { read: async () => await Promise.resolve(working([made])) },
    clock: {
      now: () => now,
      storeNow: () => {
        throw new ClockApartError(3_600_000);
      },
    },
    outboxStore: {},
    recentRuns: new RecentRuns(),
    sentCalls: new SentCalls(),
    seals: [],
    approvalValidMs: 60_000,
    calls: { answer: async () => await Promise.resolve(undefined), prepare },
  };
  const outcome = await makeCall(engine as unknown as Engine, input, attempt).catch(
    (error: unknown) => error,
  );
  return { outcome, prepare };
}

it.each([
  ['a plain gate', call({ gate: 'confirm', decision })],
  [
    'a gate with options',
    call({
      gate: 'confirm',
      decision,
      applied_gate: {
        verdict: 'hold',
        rule: { type: 'confirm', verdict: 'hold' },
        stages: [{ approvals: 2 }],
      },
    }),
  ],
])(
  '[operations.clocks] a worker whose clock is wrong does not send an approved call of %s',
  async (_, made) => {
    const { outcome, prepare } = await makeWithWrongClock(made);
    expect(outcome).toBeInstanceOf(ClockApartError);
    expect(prepare).not.toHaveBeenCalled();
  },
);

it('[operations.clocks] it sends a call that has no gate', async () => {
  const { outcome, prepare } = await makeWithWrongClock(call());
  expect(outcome).not.toBeInstanceOf(ClockApartError);
  expect(prepare).toHaveBeenCalledOnce();
});
