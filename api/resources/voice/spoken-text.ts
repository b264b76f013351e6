import { longestSourceText, longestSpokenText, type SpeakRequest } from '#contract/voice.ts';
import { invalidField, notFound, ServiceError } from '#contract/errors.ts';
import type { Database } from '#store/mongo/database.ts';
import { findMessage } from '#store/threads/messages.ts';
import { speakableText } from '#api/resources/voice/speakable-text/speakable-text.ts';
import type { Caller } from '../../http/authentication/caller.ts';
import { visibleThread } from '../threads/visible-thread.ts';

/** The text to speak, and its thread. */
export interface SpokenText {
  text: string;
  thread_id?: string;
}

/**
 * The text to speak: of the request, or of a message that the caller may see.
 * @throws {ServiceError} `voice_empty_text` if nothing is left to speak, `invalid_request` if it is too long,
 * `not_found` for a message that does not exist or belongs to somebody else, without distinction
 */
export async function spokenText(
  db: Database,
  caller: Caller,
  { text = '', message_id, format = 'markdown', language }: SpeakRequest,
): Promise<SpokenText> {
  if (message_id === undefined) return { text: await rendered(text, { format, language }, 'text') };
  const message = await findMessage(db, caller.workspace_id, message_id);
  if (message === null) throw notFound('message');
  await visibleThread(db, caller, message.thread_id).catch((error: unknown) => {
    throw error instanceof ServiceError ? notFound('message') : error;
  });
  return { text: await rendered(message.content, { language }, 'message_id'), thread_id: message.thread_id };
}

async function rendered(
  source: string,
  { format, language }: Pick<SpeakRequest, 'format' | 'language'>,
  field: string,
): Promise<string> {
  if (source.length > 2 * longestSourceText) throw tooLong(field);
  const text =
    format === 'plain'
      ? source.trim()
      : await speakableText(source, { longest: 2 * longestSpokenText, language });
  if (text === '') throw new ServiceError('voice_empty_text', 'Nothing is left to speak.');
  if (Array.from(text).length > longestSpokenText) throw tooLong(field);
  return text;
}

function tooLong(field: string): ServiceError {
  const message = `must have at most ${longestSpokenText} characters after rendering`;
  return invalidField(field, message, 'too_big');
}
