import { outcomeUnknown } from '#contract/in-doubt.ts';
import type { ToolCallDocument } from '../documents/tool-call.ts';

/** Whether a call is resolved that was sent, or may have been. */
export function wasSent(
  before: ToolCallDocument,
  { status = 'pending', error }: Partial<ToolCallDocument>,
): boolean {
  if (before.status !== 'pending' || status === 'pending') return false;
  return before.sending !== undefined || error?.code === outcomeUnknown;
}
