import { isBetweenCharacters } from './characters.ts';

/** Cuts a text into pieces that fit, between characters. A piece that does not fit and cannot be cut stays whole. */
export function cutText(text: string, fits: (piece: string) => boolean): string[] {
  if (fits(text)) return [text];
  const at = middleOf(text);
  if (at === 0) return [text];
  return [...cutText(text.slice(0, at), fits), ...cutText(text.slice(at), fits)];
}

/** The place between two characters that is next to the middle of a text; 0 if there is none. */
function middleOf(text: string): number {
  const middle = Math.floor(text.length / 2);
  for (let at = middle; at > 0; at -= 1) if (isBetweenCharacters(text, at)) return at;
  for (let at = middle + 1; at < text.length; at += 1) if (isBetweenCharacters(text, at)) return at;
  return 0;
}
