import { visibleLine } from '#contract/words/unseen-characters.ts';
import type { Approval } from '../api/schema.ts';

/** A waiting item in one line. */
export function titleOf({ summary, prompt, patch_ref }: Approval): string {
  if (summary !== undefined) return visibleLine(summary.title);
  const question = prompt?.['question'];
  return typeof question === 'string' ? visibleLine(question.replaceAll(/\s+/g, ' ')) : patch_ref;
}
