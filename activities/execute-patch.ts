import { ApplicationFailure, Context, log } from '@temporalio/activity';
import { CancelledFailure } from '@temporalio/common';
import type { Directive } from '#contract/temporal/directive.ts';
import type { RunInput } from '#contract/temporal/names.ts';
import { endOfAttempts, isInFlight, sentBefore, waitsFor } from '#lifecycle/calls.ts';
import { directiveOf, mayWork } from '#lifecycle/directive.ts';
import type { CallSettled } from '#lifecycle/inputs.ts';
import { unknownOutcome } from '#lifecycle/resolve-call.ts';
import { newId } from '#store/mongo/ids.ts';
import type { LoadedRun } from '#store/documents/run.ts';
import { markAttempted, markSending } from '#store/runs/tool-calls.ts';
import type { AttemptEnd, ToolCallDocument } from '#store/documents/tool-call.ts';
import { apply, comeAgain, mustLoadRun, storeUntilDone, untilStored } from './apply.ts';
import { builtInResult } from './built-in-result.ts';
import { takeTurn } from './call-model.ts';
import type { ActivityDependencies } from './dependencies.ts';
import { underHeartbeat } from './heartbeat.ts';
import { noteLetIn } from './note-let-in.ts';
import { prepareCall } from './prepare-call.ts';
import type { Attempt, PreparedCall } from './prepared-call.ts';
import { mayFollowLost, retryDelay } from './retry-delay.ts';

/** Which call to make. */
export interface CallToMake extends RunInput {
  turn: number;
  tool_call_id: string;
  /** The workflow has waited for its run's place in the line, and was told of this outbox entry of the thread. */
  let_in?: number;
}

/**
 * Makes a call that needs no approval or has been approved, with the arguments that are stored. The call is marked
 * before its first byte is sent, and after everything else that can fail, so that a call that may not be repeated is
 * sent at most once, whichever worker dies or freezes. The result is stored in one write, which is retried until it
 * succeeds.
 * @returns what the workflow does next, as far as this call is concerned
 * @throws {ApplicationFailure} `call_failed` if the host asks for another attempt, `in_flight` if an attempt of another
 *   worker may be in progress
 */
export async function executePatch(deps: ActivityDependencies, input: CallToMake): Promise<Directive> {
  // A call to a host that is in flight is completed, even if a cancellation is requested meanwhile.
  return await underHeartbeat({ cancellable: false }, async () => await execute(deps, input));
}

async function execute(deps: ActivityDependencies, input: CallToMake): Promise<Directive> {
  const { db } = deps;
  const read = await mustLoadRun(db, { ...input, turn_count: input.turn });
  const call = read.calls.find(({ _id }) => _id === input.tool_call_id);
  if (read.run.state !== 'running' || call === undefined || waitsFor(call) !== 'execution') {
    return directiveOf(read);
  }
  const may = mayWork(read);
  if (may === 'end') return await apply(db, read, { type: 'cancel' });
  if (may === 'wait') return { next: 'wait_for_turn_lock' };
  const loaded = noteLetIn(db, read, input.let_in);
  const settle = async (settled: Omit<CallSettled, 'type' | 'tool_call_id'>, stored = loaded) => {
    const settledCall = { type: 'call_settled' as const, tool_call_id: call._id, ...settled };
    const { directive, changed } = await storeUntilDone(db, stored, settledCall);
    // If another attempt has settled the call, the workflow knows, and may already be waiting for something else.
    return changed ? await takeNextTurn(deps, input, directive) : directive;
  };
  const { cancellationSignal: signal } = Context.current();
  const known = await builtInResult(deps, { run: loaded.run, call, signal });
  if (known !== undefined) return await settle(known);
  const giveUpLost = async () => {
    const until = call.sending?.until ?? new Date(0);
    if (until.getTime() > Date.now()) throw comeAgain(until);
    return await settle({ resolution: unknownOutcome() });
  };
  if (isInFlight(call) && !mayFollowLost(call)) return await giveUpLost();
  const prepared = await prepareCall(deps, loaded.run, call);
  if ('impossible' in prepared) return await settle({ resolution: prepared.impossible, unsent: true });
  const made = await markAndSend(deps, input, call, prepared).finally(() => prepared.close?.());
  if (made === 'cancelled') return await execute(deps, input);
  const { marked, attempt } = made;
  const delayMs = retryDelay(marked, attempt);
  if (delayMs === undefined) {
    const ended = { attempt: marked.sending.attempts, resolution: endOfAttempts(marked, attempt) };
    return await settle(ended, withCall(loaded, marked));
  }
  const mayHaveActed = !attempt.noEffect;
  await untilStored(async () => await markAttempted(db, marked, attempt.resolution, { mayHaveActed }));
  throw ApplicationFailure.create({
    message: `the host's answer asks for another attempt: ${attempt.resolution.error?.code ?? 'failed'}`,
    type: 'call_failed',
    nextRetryDelay: delayMs,
  });
}

/** Sends the call, unless a cancellation was requested while it was prepared. */
async function markAndSend(
  deps: ActivityDependencies,
  input: CallToMake,
  call: ToolCallDocument,
  prepared: PreparedCall,
) {
  if (prepared.tookTime === true) {
    const now = await mustLoadRun(deps.db, { ...input, turn_count: input.turn });
    if (mayWork(now) === 'end') return 'cancelled';
  }
  const marked = await mark(deps, call, sentBefore(call));
  if (marked === null) throw attemptUnderWay();
  return { marked, attempt: await send(prepared, marked.sending.until) };
}

/**
 * Marks the call as sent. If MongoDB goes away before it has confirmed the mark, the same mark is written again: left
 * behind, it would stand for an attempt that nobody made.
 */
async function mark({ db }: ActivityDependencies, call: ToolCallDocument, sent: AttemptEnd | undefined) {
  const by = newId();
  return await untilStored(async () => {
    const until = new Date(Date.now() + call.timeout_seconds * 1000);
    return await markSending(db, call, { by, until, sent });
  });
}

/** Once the mark is written, any error leaves the outcome unknown. */
async function send(prepared: PreparedCall, until: Date): Promise<Attempt> {
  try {
    return await prepared.send(until);
  } catch (error) {
    log.error('a call broke off for a fault of the service', { error });
    return { resolution: unknownOutcome(), transient: false, noEffect: false };
  }
}

function withCall(loaded: LoadedRun, call: ToolCallDocument): LoadedRun {
  return { ...loaded, calls: loaded.calls.map((each) => (each._id === call._id ? call : each)) };
}

function attemptUnderWay(): ApplicationFailure {
  return ApplicationFailure.create({ message: 'another attempt is under way', type: 'attempt_under_way' });
}

/**
 * After the last call of a turn, the activity also takes the next turn, which saves a round trip through Temporal. What
 * it has done so far is stored. If it cannot take the turn, the workflow schedules an activity for it.
 */
async function takeNextTurn(
  deps: ActivityDependencies,
  input: CallToMake,
  directive: Directive,
): Promise<Directive> {
  if (directive.next !== 'turn') return directive;
  const { turn } = directive;
  try {
    return await takeTurn(deps, { ...input, turn }, Context.current().cancellationSignal);
  } catch (error) {
    if (!(error instanceof CancelledFailure)) {
      log.info('the turn after a call is left to an activity of its own', {
        run_id: input.run_id,
        turn,
        error,
      });
    }
    return directive;
  }
}
