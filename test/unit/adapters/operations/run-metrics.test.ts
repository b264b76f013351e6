import { Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { countRuns } from '#adapters/operations/run-metrics.ts';
import type { EventDocument } from '#engine/documents/event.ts';
import type { LoadedRun } from '#engine/documents/run.ts';
import { advance } from '#engine/rules/advance.ts';
import type { Input } from '#engine/rules/inputs.ts';
import { failure } from '#engine/rules/resolve-call.ts';
import {
  context,
  inFlight,
  judged,
  later,
  now,
  paused,
  run,
  thread,
  turn,
  working,
} from '../../../support/rules/documents.ts';
import { changed } from '../../../support/rules/outcomes.ts';

const secret = 'IBAN-of-Bo-4711';
const fresh = (): LoadedRun => ({ run: run({ subject_ref: secret }), thread: thread(), calls: [] });

/** The lines of the counters after steps, without those that are zero. */
async function counted(...steps: [LoadedRun, Input][]): Promise<string[]> {
  const registry = new Registry();
  const count = countRuns(registry);
  for (const [stored, input] of steps) count(changed(advance(stored, input, context(now))).changes);
  const text = await registry.metrics();
  expect(text).not.toContain(secret);
  return text.split('\n').filter((line) => /^heddle_.* [1-9]/.test(line));
}

it('[operations.run-metrics] a run that ends is counted by state and reason, also one that failed', async () => {
  const failed: Input = { type: 'failure', error: 'model_timeout', step: { next: 'turn', turn: 1 } };
  expect(await counted([fresh(), turn({ text: secret })], [fresh(), failed])).toEqual([
    'heddle_runs_ended_total{state="closed",reason="finished"} 1',
    'heddle_runs_ended_total{state="failed",reason="model_timeout"} 1',
  ]);
});

it('[operations.run-metrics] a call is counted once it has its result, by its code', async () => {
  const settled: Input = {
    type: 'call_settled',
    tool_call_id: 'call',
    resolution: failure('outcome_unknown', secret),
  };
  const unknown = { id: 'x', name: secret, args: { secret } };
  expect(
    await counted(
      [fresh(), turn({ calls: [judged()] })],
      [fresh(), turn({ calls: [unknown] })],
      [working([inFlight(later(30))]), settled],
    ),
  ).toEqual([
    'heddle_calls_ended_total{status="failed",code="denied"} 1',
    'heddle_calls_ended_total{status="failed",code="outcome_unknown"} 1',
  ]);
});

it('[operations.run-metrics] what is held and decided is counted, and an approved call has no result yet', async () => {
  const decision = (how: 'approve' | 'reject'): Input => ({
    type: 'decision',
    tool_call_id: 'call',
    decision: how,
    actor: secret,
    via: 'token',
    request_id: 'request',
  });
  const registry = new Registry();
  const requested = { type: 'write.confirmation_requested' } as EventDocument;
  countRuns(registry)({ run: run(), calls: [], newCalls: [], events: [requested, requested] });
  expect(await registry.metrics()).toContain('heddle_calls_held_total 2');
  expect(
    await counted(
      [paused('confirmation'), decision('approve')],
      [paused('confirmation'), decision('reject')],
    ),
  ).toEqual(
    expect.arrayContaining([
      'heddle_decisions_total{decision="approve",via="token"} 1',
      'heddle_decisions_total{decision="reject",via="token"} 1',
    ]),
  );
});
