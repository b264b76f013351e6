import { isTerminal } from '#contract/run-state.ts';
import type { PauseDocument, RunDocument } from '../documents/run.ts';

const stays = 'The effects of the calls above remain.';

/** Stands in the place of a reply that a run gave only after the reply to a later message. */
export const answeredLater =
  '(This request was still open when the next message came. Its reply follows below, where it was given.)';

/** Comes before such a reply, where it was given. */
export const lateReply = '(The reply to the earlier request that was still open:)';

/** How a run without a reply has ended, if it has, and what it waits for. */
type Unanswered = Pick<RunDocument, 'state' | 'reason' | 'error'> & {
  pauses?: Pick<PauseDocument, 'type'>[];
};

/**
 * The end of a run without a reply, for models of later runs: in words of the assistant, so that each message of the
 * user is answered.
 * @param run undefined if it is unknown
 */
export function endForModel(run: Unanswered | undefined, { hasCalls }: { hasCalls: boolean }): string {
  const end = wordsOf(run);
  return `(${hasCalls ? `${end} ${stays}` : end})`;
}

function wordsOf(run: Unanswered | undefined): string {
  if (run === undefined) return 'There is no reply to this message.';
  const { state, reason, error, pauses = [] } = run;
  if (pauses.some(({ type }) => type === 'confirmation'))
    return 'This request is still open: its calls wait for approval, or to be made. Do not make them again.';
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
