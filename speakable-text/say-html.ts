import { sayText, utterance } from './say-text.ts';
import type { Words } from './words.ts';

const entities: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  euro: '€',
};

/** What is said of a block of HTML: the text of each of its blocks. None is empty. */
export function sayHtml(html: string, words: Words): string[] {
  return html
    .replaceAll(/<!--[^]*?(?:-->|$)|<(script|style)\b[^]*?(?:<\/\1\s*>|$)/gi, ' ')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/<\/(?:td|th)\s*>(?=\s*<t[dh]\b)/gi, '; ')
    .split(/<\/?(?:p|div|br|hr|h[1-6]|ul|ol|li|table|tr|blockquote|pre|section|dl|dt|dd)\b[^<>]*>/i)
    .map((block) => {
      const text = block
        .replaceAll(/<\/?[a-z][^<>]*>/gi, '')
        .replaceAll(/&(\w{2,5});/g, (entity, name: string) => entities[name.toLowerCase()] ?? entity);
      return utterance(sayText(text, words));
    })
    .filter((text) => text !== '');
}
