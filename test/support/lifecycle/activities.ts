import { mayFollowLost, retryDelay } from '#activities/retry-delay.ts';
import type { Directive } from '#contract/temporal/directive.ts';
import { toJsonText } from '#contract/json-text.ts';
import { endOfAttempts, isInFlight, sentBefore, waitsFor } from '#lifecycle/calls.ts';
import { directiveOf, mayWork } from '#lifecycle/directive.ts';
import type { CallSettled, Input } from '#lifecycle/inputs.ts';
import { type CallResolution, failure, unknownOutcome } from '#lifecycle/resolve-call.ts';
import type { LoadedRun } from '#store/documents/run.ts';
import type { ThreadDocument } from '#store/documents/thread.ts';
import type { ToolCallDocument } from '#store/documents/tool-call.ts';
import { turn } from './documents.ts';
import { callsOf } from './model-calls.ts';
import { Violation } from './violation.ts';
import { apply, applyInput, comeAgain, Interruption, load, type Work, type World } from './world.ts';

/** As activities/call-model.ts. */
export function* callModel(
  world: World,
  runId: string,
  wanted: number,
  letIn: number | undefined,
): Work<Directive> {
  const read = yield* load(world, runId);
  const { run } = read;
  if (run.state !== 'running' || run.turn_count >= wanted) return directiveOf(read);
  const may = mayWork(read);
  if (may === 'end') return yield* apply(world, read, { type: 'cancel' });
  if (may === 'wait') return { next: 'wait_for_turn_lock' };
  const loaded = yield* noteLetIn(world, read, letIn);
  const choice = yield;
  if (choice % 64 === 63)
    return yield* apply(world, loaded, {
      type: 'failure',
      error: 'model_error',
      step: { next: 'turn', turn: wanted },
    });
  if (choice % 64 === 62) throw new Interruption(500);
  if (choice % 64 === 61) throw new Interruption(undefined);
  const input = turn({
    turn: wanted,
    calls: run.handed_off === true ? [] : callsOf(choice),
    cost: choice % 3,
    message_id: `reply-${runId}`,
  });
  const directive = yield* apply(world, loaded, input);
  // What it has stored stands, though nobody hears of it.
  if ((yield) % 32 === 31) throw new Interruption(undefined);
  return directive;
}

/** As activities/note-let-in.ts: nobody waits for the entry to be removed. */
function* noteLetIn(world: World, loaded: LoadedRun, letIn: number | undefined): Work<LoadedRun> {
  const { outbox, ...thread } = loaded.thread;
  if (outbox?.run_id !== loaded.run._id || outbox.version !== letIn) return loaded;
  yield;
  world.start('removal', removeLetIn(world, outbox));
  return { ...loaded, thread };
}

function* removeLetIn(world: World, entry: NonNullable<ThreadDocument['outbox']>): Work<void> {
  yield;
  world.store.removeLetIn(entry);
}

/** As activities/hold-call.ts. */
export function* holdCall(
  world: World,
  runId: string,
  tool_call_id: string,
  letIn: number | undefined,
): Work<Directive> {
  const read = yield* load(world, runId);
  const next = directiveOf(read);
  if (next.next !== 'hold' || next.tool_call_id !== tool_call_id) return next;
  if (mayWork(read) === 'wait') return { next: 'wait_for_turn_lock' };
  const loaded = yield* noteLetIn(world, read, letIn);
  return yield* apply(world, loaded, { type: 'call_held', tool_call_id, pause_ttl_seconds: 60 });
}

/** As activities/end-run.ts. */
export function* endRun(world: World, runId: string, input: Input): Work<Directive> {
  return yield* apply(world, yield* load(world, runId), input);
}

/** As activities/execute-patch.ts. */
export function* executePatch(
  world: World,
  runId: string,
  callId: string,
  letIn: number | undefined,
): Work<Directive> {
  const { store } = world;
  const read = yield* load(world, runId);
  const call = read.calls.find(({ _id }) => _id === callId);
  if (read.run.state !== 'running' || call === undefined || waitsFor(call) !== 'execution') {
    return directiveOf(read);
  }
  const may = mayWork(read);
  if (may === 'end') return yield* apply(world, read, { type: 'cancel' });
  if (may === 'wait') return { next: 'wait_for_turn_lock' };
  const loaded = yield* noteLetIn(world, read, letIn);
  const settle = (settled: Omit<CallSettled, 'type' | 'tool_call_id'>, stored = loaded) =>
    settleAndGoOn(world, stored, { type: 'call_settled', tool_call_id: callId, ...settled }, letIn);
  if (call.patch_ref === 'lookup@1') {
    const charge = { amount: 7, reason: 'identify' as const };
    return yield* settle({ resolution: { status: 'ok', result: toJsonText({ found: 1 }) }, charge });
  }
  if (isInFlight(call) && !mayFollowLost(call)) {
    const until = call.sending?.until ?? new Date(0);
    if (until > world.now) throw comeAgain(world, until);
    return yield* settle({ resolution: unknownOutcome() });
  }
  // Between these halts lies all that can fail before the first byte.
  const prepared = yield;
  if (prepared % 16 === 15) throw new Interruption(500);
  if (prepared % 16 === 14)
    return yield* settle({ resolution: failure('no_connection', 'No connection.'), unsent: true });
  if (prepared % 16 === 13)
    return yield* settle({ resolution: failure('invalid_args', 'Misfit.'), unsent: true });
  yield;
  const until = new Date(world.now.getTime() + call.timeout_seconds * 1000);
  const marked = store.markSending(call, { until, sent: sentBefore(call) });
  if (marked === null) throw new Interruption(500);
  if (store.thread.active_runs[0] !== runId) {
    throw new Violation('only the first in line makes a call', { runId, line: store.thread.active_runs });
  }
  const attempts = world.attempts.get(callId) ?? [];
  world.attempts.set(callId, attempts);
  // The host takes its time: much can happen while a call is in flight.
  for (let halts = 0; halts < 4; halts += 1) yield;
  const attempt = attemptOf(yield);
  attempts.push(attempt.resolution);
  const delayMs = retryDelay(marked, attempt);
  if (delayMs === undefined) {
    const ended = { attempt: marked.sending.attempts, resolution: endOfAttempts(marked, attempt) };
    return yield* settle(ended, withCall(loaded, marked));
  }
  yield;
  store.markAttempted(marked, attempt.resolution, { mayHaveActed: !attempt.noEffect });
  throw new Interruption(delayMs);
}

/** The last call of a turn takes the next turn as well. */
function* settleAndGoOn(
  world: World,
  stored: LoadedRun,
  input: CallSettled,
  letIn: number | undefined,
): Work<Directive> {
  const outcome = yield* applyInput(world, stored.run._id, input, stored);
  if (outcome.outcome === 'too_early') throw comeAgain(world, outcome.until);
  const { directive } = outcome;
  if (outcome.outcome !== 'changed' || directive.next !== 'turn') return directive;
  try {
    return yield* callModel(world, stored.run._id, directive.turn, letIn);
  } catch (error) {
    if (error instanceof Interruption) return directive;
    throw error;
  }
}

function withCall(loaded: LoadedRun, call: ToolCallDocument): LoadedRun {
  return { ...loaded, calls: loaded.calls.map((each) => (each._id === call._id ? call : each)) };
}

/** What a host makes of a call, and whether it told of it. */
function attemptOf(choice: number): { resolution: CallResolution; transient: boolean; noEffect: boolean } {
  const request = toJsonText({ attempt: choice });
  switch (choice % 6) {
    case 0:
      return { resolution: { ...unknownOutcome(), request }, transient: false, noEffect: false };
    case 1:
      return { resolution: { ...failure('host_error', 'No.'), request }, transient: false, noEffect: false };
    case 2:
      return { resolution: { ...failure('timeout', 'Late.'), request }, transient: true, noEffect: false };
    case 3:
      return { resolution: { ...failure('busy', 'Later.'), request }, transient: true, noEffect: true };
    default:
      return {
        resolution: { status: 'ok', result: toJsonText({ done: choice }), request },
        transient: false,
        noEffect: false,
      };
  }
}
