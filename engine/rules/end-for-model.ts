import { isTerminal } from '#contract/run-state.ts';
import type { RunDocument } from '../documents/run.ts';

const stays = 'The effects of the calls above remain.';

/**
 * The end of a run without a reply, for models of later runs: in words of the assistant, so that each message of the
 * user is answered.
 * @param run undefined if it is unknown
 */
export function endForModel(
  run: Pick<RunDocument, 'state' | 'reason' | 'error'> | undefined,
  { hasCalls }: { hasCalls: boolean },
): string {
  const end = wordsOf(run);
  return `(${hasCalls ? `${end} ${stays}` : end})`;
}

function wordsOf(run: Pick<RunDocument, 'state' | 'reason' | 'error'> | undefined): string {
  if (run === undefined) return 'There is no reply to this message.';
  const { state, reason, error } = run;
  if (state === 'awaiting_input') return 'This request is still open: it waits for a person.';
  if (state === 'awaiting_outcome')
    return 'This request is still open: it waits for the outcome of an action.';
  if (!isTerminal(state)) return 'This request is still being worked on.';
  if (state === 'failed') return `This request failed before there was a reply: ${error?.code ?? 'unknown'}.`;
  switch (reason) {
    case 'cancelled':
      return 'This request was cancelled before there was a reply.';
    case 'expired':
      return 'This request expired, because nobody answered in time.';
    case 'handoff':
      return 'This request was handed over to a person.';
    default:
      return 'This request ended without a reply.';
  }
}
