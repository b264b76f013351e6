/** The separator between the texts of two turns in a reply. */
const betweenTexts = '\n\n';

/**
 * The text of a run's reply: the texts of its turns in order, joined by a blank line (event.deltas.one-message). Turns
 * without text are left out.
 */
export function replyText(texts: readonly string[]): string {
  return texts.filter((text) => text !== '').join(betweenTexts);
}

/** The separator before a turn's first words, so that all pieces add up to {@link replyText}. */
export function replySeparator(earlierText: string): string {
  return earlierText === '' ? '' : betweenTexts;
}
