import type { ReplyFinish } from '#contract/run-state.ts';

/** A reply of a model, as far as it matters whether it says anything. */
interface Reply {
  text: string;
  calls: readonly unknown[];
  finish?: ReplyFinish;
}

/** The run's text so far, and its text if the model declines without words. */
export interface RunText {
  texts: readonly string[];
  hasBlocks: boolean;
  /** After a handoff, nothing more has to be run. */
  handedOff: boolean;
  refusalText: string;
}

/**
 * The words of a reply: those of the model, or of the agent if the model declines without any.
 * @returns undefined if nothing was said in the whole run, which is no reply
 */
export function wordsOfReply({ text, calls, finish = 'finished' }: Reply, run: RunText): string | undefined {
  if (text.trim() !== '' || (finish === 'finished' && calls.length > 0)) return text;
  if (finish === 'refused' || finish === 'filtered') return run.refusalText;
  const hasContent = run.hasBlocks || run.handedOff || run.texts.some((each) => each.trim() !== '');
  return hasContent ? text : undefined;
}
