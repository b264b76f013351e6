import type { Approval } from '../../api/schema.ts';

/** What waits, in a line. */
export function titleOf({ summary, prompt, patch_ref }: Approval): string {
  if (summary !== undefined) return summary.title;
  const question = prompt?.['question'];
  return typeof question === 'string' ? question : patch_ref;
}
