import { createHash } from 'node:crypto';

const characters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** Mistral takes ids of exactly so many letters and digits, and all others take these. */
const length = 9;

/**
 * The id by which models are told a call and its result: always the same for a call, and another one for each. The ids of providers
 * are not sent on: some repeat in every turn, and one provider refuses those of another.
 * @param id of the stored call
 */
export function modelCallId(id: string): string {
  let rest = createHash('sha256').update(id).digest().readBigUInt64BE();
  let text = '';
  while (text.length < length) {
    text += characters[Number(rest % 62n)];
    rest /= 62n;
  }
  return text;
}
