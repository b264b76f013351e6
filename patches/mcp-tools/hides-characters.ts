import { hasUnseen } from '#contract/words/unseen-characters.ts';

/**
 * Whether a name or a value, which means something as it is, holds a character that cannot be seen. Emoji are seen,
 * although some consist of several characters of which one is not.
 */
export function hidesCharacters(value: string): boolean {
  return hasUnseen(value) && hasUnseen(value.replaceAll(/\p{RGI_Emoji}/gv, ''));
}
