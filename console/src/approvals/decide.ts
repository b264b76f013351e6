import { visibleLine } from '#contract/words/unseen-characters.ts';
import { ApiError } from '../api/api-error.ts';
import { type Acting, clientFor, dataOf } from '../api/client.ts';
import { DecidedAlready } from './decided-already.ts';
import { signDecision } from '../passkeys/sign-decision.ts';
import { decisionOn } from './decision-on.ts';

/** A held write, as an approval card needs it. */
export interface HeldCall {
  run_id: string;
  tool_call_id: string;
  patch_ref: string;
  /** Since when it is held. */
  created_at: string;
  /** Digest of the call that the page shows. */
  digest?: string | undefined;
}

/** A decision of a person, with its reason. */
export interface Decision {
  decision: 'approve' | 'reject';
  reason?: string | undefined;
  /** Whether a passkey of the person signs it. Default: no. */
  sign?: boolean | undefined;
}

/** Arguments in place of those of a held write, and why. */
export interface Revision {
  args: Record<string, unknown>;
  note?: string | undefined;
}

/**
 * Finds who settled a call that no longer waits, and returns a sentence about it.
 * @throws {ApiError}
 */
export async function settledBy(
  { run_id, ...held }: Pick<HeldCall, 'run_id' | 'patch_ref' | 'created_at' | 'digest'>,
  acting: Acting,
  signal?: AbortSignal,
): Promise<string> {
  const params = { path: { id: run_id } };
  const { turns, reason } = dataOf(
    await clientFor(acting).GET('/v1/loom/runs/{id}/trace', { params, ...(signal && { signal }) }),
  );
  const calls = turns.flatMap(({ tool_calls }) => tool_calls);
  const decision = decisionOn(calls, held);
  if (decision?.detail?.['revised'] === true) {
    return `${visibleLine(decision.actor ?? 'Somebody')} corrected the arguments: another call has replaced this one.`;
  }
  if (decision !== undefined) {
    const verb = decision.decision === 'approve' ? 'approved' : 'rejected';
    return `${visibleLine(decision.actor ?? 'Somebody')} ${verb} this call first.`;
  }
  if (reason === 'cancelled') return 'The run was cancelled: this call is not carried out.';
  if (reason === 'expired') return 'This call has expired: it is not carried out.';
  return 'This call no longer waits for a decision.';
}

/**
 * Decides on a held write.
 * @returns whether it is held still, because further approvals are required
 * @throws {DecidedAlready} if somebody else was faster, or the run has ended
 * @throws {PasskeyCancelled} if it was to be signed, and the person has not
 * @throws {ApiError} if it was refused otherwise; `stale_confirmation` if something else is held by now
 */
export async function decide(
  held: HeldCall,
  { decision, reason, sign }: Decision,
  acting: Acting,
): Promise<{ heldStill: boolean }> {
  return await ofHeld(held, acting, async () => {
    const { run_id, tool_call_id, digest } = held;
    const isSigned = sign === true && digest !== undefined;
    const signed = isSigned
      ? { assertion: await signDecision([{ run_id, tool_call_id, digest }], decision) }
      : {};
    const answer = await clientFor(acting).POST('/v1/loom/runs/{id}/confirm', {
      params: { path: { id: held.run_id } },
      body: {
        tool_call_id: held.tool_call_id,
        decision,
        ...(reason === undefined ? {} : { detail: { reason } }),
        ...digestOf(held),
        ...signed,
      },
    });
    return { heldStill: decision === 'approve' && dataOf(answer).state === 'awaiting_input' };
  });
}

/**
 * Corrects the arguments of a held write.
 * @returns the id of the call that takes its place
 * @throws {DecidedAlready} and {ApiError} as {@link decide} does
 */
export async function revise(held: HeldCall, { args, note }: Revision, acting: Acting): Promise<string> {
  return await ofHeld(held, acting, async () => {
    const answer = await clientFor(acting).POST('/v1/loom/runs/{id}/revise', {
      params: { path: { id: held.run_id } },
      body: {
        tool_call_id: held.tool_call_id,
        args,
        ...(note === undefined ? {} : { detail: { note } }),
        ...digestOf(held),
      },
    });
    return dataOf(answer).tool_call_id;
  });
}

/**
 * Takes one's own approval of a held write back.
 * @throws {DecidedAlready} and {ApiError} as {@link decide} does
 */
export async function withdraw(held: HeldCall, acting: Acting): Promise<void> {
  await ofHeld(held, acting, async () => {
    await clientFor(acting).POST('/v1/loom/runs/{id}/withdraw', {
      params: { path: { id: held.run_id } },
      body: { tool_call_id: held.tool_call_id },
    });
  });
}

/** The digest of the call that was shown: the API refuses the decision if another version is held now. */
function digestOf({ digest }: HeldCall): { digest?: string } {
  return digest === undefined ? {} : { digest };
}

async function ofHeld<Answer>(held: HeldCall, acting: Acting, act: () => Promise<Answer>): Promise<Answer> {
  try {
    return await act();
  } catch (error) {
    const late =
      error instanceof ApiError && ['unknown_confirmation', 'not_awaiting_confirmation'].includes(error.code);
    if (!late) throw error;
    throw new DecidedAlready(await settledBy(held, acting));
  }
}
