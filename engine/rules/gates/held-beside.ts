import { toTimestamp } from '#contract/timestamp.ts';
import type { LoadedRun } from '../../documents/run.ts';
import type { ToolCallDocument } from '../../documents/tool-call.ts';
import type { CallRefusal } from '../inputs.ts';

/** A call of another run that is held, or was approved and has no result yet. */
export type CallBeside = Pick<
  ToolCallDocument,
  '_id' | 'asked' | 'asked_before' | 'started_at' | 'decision' | 'not_before'
>;

/**
 * Calls of other runs were held since it was looked up which are: look it up again. Without this, a call could be held twice of which one
 * is corrected between the two to what the other one asks for.
 */
export class HeldSinceError extends Error {
  override name = 'HeldSinceError';
}

/** Whether what was looked up has to be looked up again. */
export function isHeldSince(error: unknown): boolean {
  return error instanceof HeldSinceError;
}

type OnThread = Pick<LoadedRun, 'run' | 'thread'>;

/**
 * The other open runs of a thread on which runs work beside held calls; none on any other thread: two runs whose messages came one
 * after the other may ask for the same.
 */
export function runsBeside({ run, thread }: OnThread): string[] {
  if (thread.beside !== true) return [];
  const open = [...thread.pauses.map(({ run_id }) => run_id), ...thread.active_runs];
  return open.filter((id) => id !== run._id);
}

/** The held calls of these runs. */
export function heldBeside(stored: OnThread): string[] {
  const beside = new Set(runsBeside(stored));
  const held = stored.thread.pauses.filter(
    ({ type, run_id }) => type === 'confirmation' && beside.has(run_id),
  );
  return held.flatMap(({ calls }) => calls.map(({ tool_call_id }) => tool_call_id));
}

/** @throws {HeldSinceError} if calls of other runs were held after it was looked up which were */
export function checkHeldKnown(stored: OnThread, known: readonly string[] = []): void {
  if (heldBeside(stored).every((id) => known.includes(id))) return;
  throw new HeldSinceError('a call of another run was held meanwhile');
}

/**
 * Why a call is not made: the same is held in another run, or was approved there and has no result yet (thread.beside.not-again).
 * @param asked its blind names
 * @param beside calls of the other runs that ask for the same as one of the turn
 */
export function refusedBeside(
  beside: readonly CallBeside[],
  asked: readonly string[] = [],
): CallRefusal | undefined {
  const same = beside.find((call) => namesOf(call).some((name) => asked.includes(name)));
  if (same === undefined) return undefined;
  const at = toTimestamp(same.started_at);
  const state =
    same.decision === undefined && same.not_before === undefined
      ? `is in flight: it waits for approval since ${at}`
      : 'is in flight: it was approved';
  const message = `The same call ${state}. This one was not made. Wait for the result of the other.`;
  return { code: 'repeat_refused', message };
}

/** The blind names of a call, and of those whose place it took: it is in flight in their stead. */
function namesOf({ asked = [], asked_before = [] }: CallBeside): string[] {
  return [...asked_before, ...asked];
}
