/** What separates the texts of two turns in a reply. */
const betweenTexts = '\n\n';

/**
 * The text of a run's reply: the texts of its turns in order, joined by a blank line (event.deltas.one-message). Turns
 * without text are left out.
 */
export function replyText(texts: readonly string[]): string {
  return texts.filter((text) => text !== '').join(betweenTexts);
}

/** What a turn adds to the reply before its first words, so that everything adds up to {@link replyText}. */
export function replySeparator(earlierText: string): string {
  return earlierText === '' ? '' : betweenTexts;
}
