import { visibleLine } from '#contract/words/unseen-characters.ts';
import type { DecidedCall } from '../../../api/schema.ts';

/** A decided call in one line. */
export function titleOf({ summary, patch_ref }: Pick<DecidedCall, 'summary' | 'patch_ref'>): string {
  return visibleLine(summary?.title ?? patch_ref);
}
