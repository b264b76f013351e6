import { ApplicationFailure, log } from '@temporalio/activity';
import type { Directive } from '#contract/directives.ts';
import type { RunInput } from '#contract/temporal.ts';
import { failure, resolveCall, type CallResolution } from '#loom/resolve-call.ts';
import { directiveOf } from '#loom/directive-of.ts';
import type { RunStep } from '#store/advance-run.ts';
import type { LoadedRun, RunDocument } from '#store/runs.ts';
import { markNotSent, markSending, waitsFor, type ToolCallDocument } from '#store/tool-calls.ts';
import { attemptCall, type Attempt } from './attempt-call.ts';
import { callModel } from './call-model.ts';
import { builtInResult } from './built-in-result.ts';
import type { ActivityDependencies } from './dependencies.ts';
import { underHeartbeat } from './heartbeat.ts';
import { atSafePoint } from './safe-point.ts';
import { mustLoadRun, writeStep } from './write-step.ts';

/** A call is made at most this often, whatever its patch allows (contract section 3, "Retry"). */
const mostAttempts = 5;
const firstRetryMs = 500;
/** A host may ask for patience, not for more than this. */
const longestRetryMs = 60_000;

/**
 * Makes a call that is to be made: silent, or approved at its gate. The arguments are those that were stored with
 * the call. It is marked before it is sent, so that a call which may not be repeated is sent at most once, whichever
 * worker dies when; what came of it is stored in one write.
 *
 * @returns what the workflow does next, as far as this call is concerned
 * @throws {ApplicationFailure} when the call failed and may be tried again
 */
export async function executePatch(
  deps: ActivityDependencies,
  input: RunInput & { turn: number; tool_call_id: string },
): Promise<Directive> {
  const loaded = await mustLoadRun(deps.db, { ...input, turn_count: input.turn });
  const call = toMake(loaded, input.tool_call_id);
  if (call === undefined) return directiveOf(loaded);
  const otherwise = await atSafePoint(deps.db, loaded);
  if (otherwise !== undefined) return otherwise;

  const known = await builtInResult(deps, call);
  if (known !== undefined) return await goOn(deps, input, await settle(deps, loaded, call, known));
  if (call.sending?.in_flight === true && !mayRepeat(call))
    return await settle(deps, loaded, call, { resolution: unknownOutcome() });
  const { connection, workspace_id } = loaded.run;
  const [marked, host] = await Promise.all([
    markSending(deps.db, call),
    connection === undefined ? null : deps.openConnection(workspace_id, connection.id),
  ]);
  if (marked === null) {
    throw ApplicationFailure.create({ message: 'another attempt is under way', type: 'attempt_under_way' });
  }
  const attempt = await underHeartbeat(
    // A call under way is seen through, whatever is asked for meanwhile.
    { timeoutMs: call.timeout_seconds * 1000 + graceMs, cancellable: false },
    async (signal) => await attemptCall(deps, { run: loaded.run, call: marked, connection: host }, signal),
  );
  const delayMs = retryDelay(marked, attempt);
  if (delayMs === undefined)
    return await goOn(deps, input, await settle(deps, loaded, marked, priced(marked, attempt.resolution)));
  await markNotSent(deps.db, marked);
  throw ApplicationFailure.create({
    message: `the host's answer asks for another attempt: ${attempt.resolution.error?.code ?? 'failed'}`,
    type: 'call_failed',
    nextRetryDelay: delayMs,
  });
}

/**
 * The last call of a turn leads to the next turn, and what this activity has done is stored: it takes that turn as
 * well, which saves the run a way through Temporal. Where it cannot be taken, the workflow has it taken by an activity
 * of its own, with tries of its own.
 */
async function goOn(deps: ActivityDependencies, input: RunInput, directive: Directive): Promise<Directive> {
  if (directive.next !== 'turn') return directive;
  const { turn } = directive;
  try {
    return await callModel(deps, { ...input, turn }, 1);
  } catch (error) {
    log.info('the turn after a call is left to an activity of its own', {
      run_id: input.run_id,
      turn,
      error,
    });
    return { ...directive, tries: 1 };
  }
}

/** The call's own time limit ends it; this is for what comes around it. */
const graceMs = 10_000;

function toMake({ run, calls }: LoadedRun, id: string): ToolCallDocument | undefined {
  const call = calls.find(({ _id }) => _id === id);
  return run.state === 'running' && call !== undefined && waitsFor(call) === 'execution' ? call : undefined;
}

/** Whether a call of which nobody knows the outcome may be made again. */
function mayRepeat({ reliability }: ToolCallDocument): boolean {
  return reliability?.retry === 'always' || (reliability?.retry === 'safe' && reliability.idempotent);
}

function unknownOutcome(): CallResolution {
  return failure(
    'outcome_unknown',
    'The call was sent, and its outcome is not known: it may have taken effect. It is not made again.',
  );
}

/** How long to wait before another attempt, or undefined when there is none (contract section 3, "Retry"). */
function retryDelay(
  call: ToolCallDocument,
  { transient, noEffect, retryAfterMs }: Attempt,
): number | undefined {
  const attempts = call.sending?.attempts ?? 1;
  if (!transient || attempts >= mostAttempts) return undefined;
  if (call.reliability?.retry === 'none' || (!noEffect && !mayRepeat(call))) return undefined;
  // Never zero, whatever the host says: Temporal takes a delay of zero for no retry at all.
  return Math.min(Math.max(retryAfterMs ?? 0, firstRetryMs * 2 ** (attempts - 1)), longestRetryMs);
}

/** A priced call is charged once it is ok. */
function priced({ price = 0 }: ToolCallDocument, resolution: CallResolution): SettledCall {
  if (resolution.status !== 'ok' || price === 0) return { resolution };
  return { resolution, charge: { amount: price, reason: 'patch' } };
}

/** What came of a call, with what it costs and counts as. */
type SettledCall = { resolution: CallResolution } & Pick<RunStep, 'charge' | 'use'>;

/** Stores what came of the call, and charges and counts it, in one write. */
async function settle(
  { db }: ActivityDependencies,
  loaded: LoadedRun,
  call: ToolCallDocument,
  { resolution: outcome, charge, use }: SettledCall,
): Promise<Directive> {
  const resolution = withDecision(call, outcome);
  return await writeStep(db, loaded, (current) => {
    if (toMake(current, call._id) === undefined) return undefined;
    return {
      ...keepWake(current.run),
      ...resolveCall(call, charge === undefined ? resolution : { ...resolution, cost: charge.amount }),
      ...(charge === undefined ? {} : { charge }),
      ...(use === undefined ? {} : { use }),
    };
  });
}

/** A cancellation that is asked for meanwhile is still to be reacted to. */
function keepWake({ wake }: RunDocument) {
  return wake?.kind === 'cancel' ? { wake } : {};
}

/** What the person who approved had to say reaches the model with the result. */
function withDecision({ decision }: ToolCallDocument, resolution: CallResolution): CallResolution {
  if (decision?.detail === undefined) return resolution;
  return { ...resolution, result: { ...resolution.result, approval: { detail: decision.detail } } };
}
