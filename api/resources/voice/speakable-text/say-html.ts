import { decodeNamedCharacterReference } from 'decode-named-character-reference';
import { TaggedText } from './html-tags.ts';
import { sayText, utterance } from './say-text.ts';
import type { Words } from './words.ts';

const tags = /<!--[^]*?(?:-->|$)|<\/?[a-z][^<>]*>/gi;

/** The spoken form of a block of HTML: the text of each of its blocks. None is empty. */
export function sayHtml(source: string, words: Words): string[] {
  const said = new TaggedText();
  let from = 0;
  for (const { 0: tag, index } of source.matchAll(tags)) {
    said.text(textOf(source.slice(from, index)));
    said.tag(tag);
    from = index + tag.length;
  }
  said.text(textOf(source.slice(from)));
  return said
    .blocks()
    .flatMap((block) => block.split('\n'))
    .map((line) => utterance(sayText(line, words)))
    .filter((line) => line !== '');
}

function textOf(source: string): string {
  return source
    .replaceAll(/\s+/g, ' ')
    .replaceAll(
      /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,32}));/gi,
      (entity, decimal, hex, name) => characterOf({ decimal, hex, name }) ?? entity,
    );
}

function characterOf({ decimal, hex, name = '' }: Record<string, string | undefined>): string | undefined {
  const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
  if (Number.isNaN(code)) return decodeNamedCharacterReference(name) || undefined;
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code).toWellFormed() : undefined;
}
