/** More than any line of a list shows. */
const longest = 400;

/** The beginning of a text in Markdown as one plain line. What looks like Markdown and is not may lose a mark. */
export function previewOf(markdown: string): string {
  return markdown
    .slice(0, longest)
    .replaceAll(/!?\[([^\][]*)\]\([^()\s]*\)/g, '$1')
    .replaceAll(/^ {0,3}(?:#{1,6}|>|[-*+]|\d{1,3}\.)\s+/gm, '')
    .replaceAll(/\*\*|__|~~|`+/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
