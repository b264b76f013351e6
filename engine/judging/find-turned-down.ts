import type { ThreadDocument } from '../documents/thread.ts';
import type { OfTurn, TurnedDownCall } from '../documents/tool-call.ts';
import type { JudgingPorts } from '../ports/engine-ports.ts';

/**
 * Calls of the thread that were turned down and asked for the same. A thread on which none was costs no read.
 * @param beside a held call: those of its own turn were shown beside it, and do not count
 */
export async function turnedDownOf(
  { store }: Pick<JudgingPorts, 'store'>,
  { turned_down = 0 }: Pick<ThreadDocument, 'turned_down'>,
  asked: readonly string[],
  beside?: OfTurn,
): Promise<TurnedDownCall[]> {
  return turned_down === 0 || asked.length === 0 ? [] : await store.findTurnedDown(asked, beside);
}
