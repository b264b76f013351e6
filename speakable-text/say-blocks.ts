import type { BlockContent, Code, DefinitionContent, List, ListItem, RootContent, Table } from 'mdast';
import { sayHtml } from './say-html.ts';
import { sayPhrasing } from './say-phrasing.ts';
import { isSpeakable, utterance } from './say-text.ts';
import { announcement, type Words } from './words.ts';

type Block = RootContent | BlockContent | DefinitionContent;

/** The longest block of code that is read, if it is one line. Others are announced. */
const longestCode = 80;

/** What is said of blocks, with a pause after each. None is empty. */
export function sayBlocks(blocks: readonly Block[], words: Words): string[] {
  return blocks.flatMap((block) => sayBlock(block, words)).filter((text) => text !== '');
}

function sayBlock(block: Block, words: Words): string[] {
  switch (block.type) {
    case 'paragraph':
    case 'heading':
      return [utterance(sayPhrasing(block.children, words))];
    case 'list':
      return sayList(block, words);
    case 'table':
      return sayTable(block, words);
    case 'code':
      return [sayCode(block, words)];
    case 'blockquote':
      return announced(announcement(words.quote), sayBlocks(block.children, words));
    case 'footnoteDefinition':
      return announced(
        announcement(words.footnote, block.label ?? block.identifier),
        sayBlocks(block.children, words),
      );
    case 'html':
      return sayHtml(block.value, words);
    // Lines between sections, and the targets of links.
    default:
      return [];
  }
}

function announced(what: string, [first, ...rest]: string[]): string[] {
  return first === undefined ? [] : [`${what}${first}`, ...rest];
}

function sayList({ ordered, start, children }: List, words: Words): string[] {
  return children.flatMap((item, index) => {
    const number = ordered === true ? `${(start ?? 1) + index}. ` : '';
    const [first, ...rest] = sayBlocks(item.children, words);
    return first === undefined ? [] : [`${number}${taskWord(item, words)}${first}`, ...rest];
  });
}

function taskWord({ checked }: ListItem, words: Words): string {
  if (checked === true) return announcement(words.done);
  return checked === false ? announcement(words.toDo) : '';
}

/** Row by row: every cell with the header of its column, so that a listener need not remember the columns. */
function sayTable({ children: [header, ...rows] }: Table, words: Words): string[] {
  const columns = header?.children.map((cell) => sayPhrasing(cell.children, words)) ?? [];
  if (rows.length === 0) return [utterance(columns.filter(isSpeakable).join(', '))];
  return rows.map((row) => {
    const cells = row.children.map((cell, column) => {
      const said = sayPhrasing(cell.children, words);
      const name = columns[column] ?? '';
      return isSpeakable(said) && isSpeakable(name) ? `${name}: ${said}` : said;
    });
    return utterance(cells.filter(isSpeakable).join('; '));
  });
}

function sayCode({ lang, value }: Code, words: Words): string {
  const code = value.trim();
  const short = code !== '' && !code.includes('\n') && code.length <= longestCode;
  if (short) return utterance(`${announcement(words.code)}${code}`);
  const language = lang !== undefined && lang !== null && /^[\w+#.-]{1,32}$/.test(lang) ? lang : undefined;
  return code === '' ? '' : words.codeBlock(language);
}
