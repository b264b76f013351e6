import type { MessageForModel } from '../ports/conversation-store.ts';
import type { ModelMessage } from '../ports/model.ts';
import { momentInWords } from '../rules/moment.ts';

/** A message of the user, with the time at which it came: the same whenever it is shown, so that providers find it in their caches. */
export function userMessage(
  { content, content_for_model: text = content, created_at }: MessageForModel,
  timeZone: string,
): Extract<ModelMessage, { role: 'user' }> {
  return { role: 'user', content: text, at: momentInWords(created_at, timeZone) };
}
