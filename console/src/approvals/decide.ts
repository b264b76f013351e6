import { ApiError } from '../api/api-error.ts';
import { type Acting, clientFor, dataOf } from '../api/client.ts';
import type { ToolCall } from '../api/schema.ts';
import { decisionOn } from './decision-on.ts';

/** A held write, as an approval card needs it. */
export interface HeldCall {
  run_id: string;
  tool_call_id: string;
  patch_ref: string;
}

/** What a person decides, and why. */
export interface Decision {
  decision: 'approve' | 'reject';
  reason?: string | undefined;
}

/** Somebody else was faster: this is what they decided. */
export class DecidedAlready extends Error {
  override readonly name = 'DecidedAlready';
  readonly by: string | undefined;
  readonly decision: 'approve' | 'reject' | undefined;

  constructor(taken: ToolCall['decision']) {
    super(
      taken === undefined
        ? 'This call no longer waits for a decision.'
        : `${taken.actor ?? 'Somebody'} ${taken.decision === 'approve' ? 'approved' : 'rejected'} this call first.`,
    );
    this.by = taken?.actor;
    this.decision = taken?.decision;
  }
}

/**
 * Decides on a held write.
 * @throws {DecidedAlready} if somebody else was faster
 * @throws {ApiError} if it was refused otherwise
 */
export async function decide(
  { run_id, tool_call_id, patch_ref }: HeldCall,
  { decision, reason }: Decision,
  acting: Acting,
): Promise<void> {
  const client = clientFor(acting);
  const path = { id: run_id };
  try {
    await client.POST('/v1/loom/runs/{id}/confirm', {
      params: { path },
      body: { tool_call_id, decision, ...(reason === undefined ? {} : { detail: { reason } }) },
    });
  } catch (error) {
    const late =
      error instanceof ApiError && ['unknown_confirmation', 'not_awaiting_confirmation'].includes(error.code);
    if (!late) throw error;
    const { turns } = dataOf(await client.GET('/v1/loom/runs/{id}/trace', { params: { path } }));
    throw new DecidedAlready(
      decisionOn(
        turns.flatMap(({ tool_calls }) => tool_calls),
        patch_ref,
      ),
    );
  }
}
