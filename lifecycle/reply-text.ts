/** What stands between the texts of two turns in a reply. */
const betweenTexts = '\n\n';

/**
 * The text of a run's reply: what its turns said, in their order, joined by a blank line (event.deltas.one-message). Turns
 * that said nothing leave no trace.
 */
export function replyText(texts: readonly string[]): string {
  return texts.filter((text) => text !== '').join(betweenTexts);
}

/** What a turn that begins to speak adds to the reply first, so that all that is added up is {@link replyText}. */
export function replySeparator(earlierText: string): string {
  return earlierText === '' ? '' : betweenTexts;
}
