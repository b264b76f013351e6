import { createHash } from 'node:crypto';
import type { ToolCallDocument } from '../documents/tool-call.ts';

const characters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** Mistral takes ids of exactly so many letters and digits, and all others take these. */
const length = 9;

/**
 * The id of a call and its result for models: always the same for a call, and another one for each call of a thread.
 * The ids of providers are not sent on: some repeat in every turn, and one provider refuses those of another.
 * @param runSeq the position of the message that opened the run
 */
export function modelCallId(
  runSeq: number,
  { turn_seq, index }: Pick<ToolCallDocument, 'turn_seq' | 'index'>,
): string {
  const place = [runSeq, turn_seq, index].join('.');
  let rest = createHash('sha256').update(place).digest().readBigUInt64BE();
  let text = '';
  while (text.length < length) {
    text += characters[Number(rest % 62n)];
    rest /= 62n;
  }
  return text;
}
