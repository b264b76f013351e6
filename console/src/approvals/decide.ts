import { ApiError } from '../api/api-error.ts';
import { type Acting, clientFor, dataOf } from '../api/client.ts';
import { decisionOn } from './decision-on.ts';

/** A held write, as an approval card needs it. */
export interface HeldCall {
  run_id: string;
  tool_call_id: string;
  patch_ref: string;
  /** Since when it is held. */
  created_at: string;
  /** Of what is shown. Those that were held by earlier versions of the service lack it. */
  digest?: string | undefined;
}

/** What a person decides, and why. */
export interface Decision {
  decision: 'approve' | 'reject';
  reason?: string | undefined;
}

/** It was settled before: somebody else was faster, or the run has ended. The message says which. */
export class DecidedAlready extends Error {
  override readonly name = 'DecidedAlready';
}

/**
 * Who settled a call that no longer waits, and how, in words.
 * @throws {ApiError}
 */
export async function settledBy(
  { run_id, patch_ref, created_at }: Pick<HeldCall, 'run_id' | 'patch_ref' | 'created_at'>,
  acting: Acting,
  signal?: AbortSignal,
): Promise<string> {
  const params = { path: { id: run_id } };
  const { turns, reason } = dataOf(
    await clientFor(acting).GET('/v1/loom/runs/{id}/trace', { params, ...(signal && { signal }) }),
  );
  const calls = turns.flatMap(({ tool_calls }) => tool_calls);
  const decision = decisionOn(calls, { patch_ref, created_at });
  if (decision !== undefined) {
    const verb = decision.decision === 'approve' ? 'approved' : 'rejected';
    return `${decision.actor ?? 'Somebody'} ${verb} this call first.`;
  }
  if (reason === 'cancelled') return 'The run was cancelled: this call is not carried out.';
  if (reason === 'expired') return 'This call has expired: it is not carried out.';
  return 'This call no longer waits for a decision.';
}

/**
 * Decides on a held write.
 * @throws {DecidedAlready} if somebody else was faster, or the run has ended
 * @throws {ApiError} if it was refused otherwise
 */
export async function decide(
  { run_id, tool_call_id, patch_ref, created_at, digest }: HeldCall,
  { decision, reason }: Decision,
  acting: Acting,
): Promise<void> {
  const client = clientFor(acting);
  const path = { id: run_id };
  try {
    await client.POST('/v1/loom/runs/{id}/confirm', {
      params: { path },
      body: {
        tool_call_id,
        decision,
        ...(reason === undefined ? {} : { detail: { reason } }),
        ...(digest === undefined ? {} : { digest }),
      },
    });
  } catch (error) {
    const late =
      error instanceof ApiError && ['unknown_confirmation', 'not_awaiting_confirmation'].includes(error.code);
    if (!late) throw error;
    throw new DecidedAlready(await settledBy({ run_id, patch_ref, created_at }, acting));
  }
}
