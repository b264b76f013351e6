/** The longest text of a provider's that a trace shows. */
export const longestWords = 500;

const redacted = '[redacted]';
/** A secret that is shorter would also be part of ordinary words. */
const shortestSecret = 6;

/**
 * A provider's message for a trace: without the secrets that it was sent, without anything that looks like a
 * credential, on one line, and cut. Providers quote keys, whole or in part, when they refuse them.
 * @param secrets values that are never shown
 * @returns undefined if nothing is left
 */
export function shownWords(sentence: string, secrets: readonly string[]): string | undefined {
  let text = sentence.slice(0, 8 * longestWords);
  for (const secret of secrets) {
    if (secret.length >= shortestSecret) text = text.replaceAll(secret, redacted);
  }
  text = text
    // A page of HTML: its text says more than its tags.
    .replaceAll(/<[^<>]{0,500}>/g, ' ')
    .replaceAll(/\s+|[\p{Cc}\p{Cf}]+/gu, ' ')
    .replaceAll(/[\w.+/=*~-]{6,}/g, (word) => (looksSecret(word) ? redacted : word))
    .trim();
  if (text === '') return undefined;
  return text.length <= longestWords ? text : `${text.slice(0, longestWords - 1).toWellFormed()}…`;
}

/** Keys are masked by stars, begin with a known prefix, or are long and mix letters with digits. */
function looksSecret(word: string): boolean {
  if (/\*{3}/.test(word)) return true;
  if (
    /^(?:sk|pk|rk|key|api|xai|gsk|hf|AKIA|ASIA|AIza|eyJ|ya29)[-_.A-Za-z0-9]/.test(word) &&
    /\d/.test(word) &&
    word.length >= 12
  )
    return true;
  const isLong = word.length >= 24 && !word.includes('/');
  return (
    isLong &&
    /\d/.test(word) &&
    /[A-Za-z]/.test(word) &&
    !/^(?:[a-z]+|\d+(?:\.\d+)*)(?:[-_.:](?:[a-z]+|\d+(?:\.\d+)*|[a-z]\d|\d[a-z]))+$/i.test(word)
  );
}
