import type { BlockContent, Code, DefinitionContent, List, ListItem, RootContent, Table } from 'mdast';
import { sayPhrasing } from './say-phrasing.ts';
import { isSpeakable, utterance } from './say-text.ts';

type Block = RootContent | BlockContent | DefinitionContent;

/** The longest block of code that is read, if it is one line. Others are announced. */
const longestCode = 80;

/** What is said of blocks, with a pause after each. None is empty. */
export function sayBlocks(blocks: readonly Block[]): string[] {
  return blocks.flatMap(sayBlock).filter((text) => text !== '');
}

function sayBlock(block: Block): string[] {
  switch (block.type) {
    case 'paragraph':
    case 'heading':
      return [utterance(sayPhrasing(block.children))];
    case 'list':
      return sayList(block);
    case 'table':
      return sayTable(block);
    case 'code':
      return [sayCode(block)];
    case 'blockquote':
      return announced('Quote', sayBlocks(block.children));
    case 'footnoteDefinition':
      return announced(`Footnote ${block.label ?? block.identifier}`, sayBlocks(block.children));
    // HTML, lines between sections, and the targets of links.
    default:
      return [];
  }
}

function announced(what: string, [first, ...rest]: string[]): string[] {
  return first === undefined ? [] : [`${what}: ${first}`, ...rest];
}

function sayList({ ordered, start, children }: List): string[] {
  return children.flatMap((item, index) => {
    const number = ordered === true ? `${(start ?? 1) + index}. ` : '';
    const [first, ...rest] = sayBlocks(item.children);
    return first === undefined ? [] : [`${number}${taskWord(item)}${first}`, ...rest];
  });
}

function taskWord({ checked }: ListItem): string {
  if (checked === true) return 'Done: ';
  return checked === false ? 'To do: ' : '';
}

/** Row by row: every cell with the header of its column, so that a listener need not remember the columns. */
function sayTable({ children: [header, ...rows] }: Table): string[] {
  const columns = header?.children.map((cell) => sayPhrasing(cell.children)) ?? [];
  if (rows.length === 0) return [utterance(columns.filter(isSpeakable).join(', '))];
  return rows.map((row) => {
    const cells = row.children.map((cell, column) => {
      const said = sayPhrasing(cell.children);
      const name = columns[column] ?? '';
      return isSpeakable(said) && isSpeakable(name) ? `${name}: ${said}` : said;
    });
    return utterance(cells.filter(isSpeakable).join('; '));
  });
}

function sayCode({ lang, value }: Code): string {
  const code = value.trim();
  const short = code !== '' && !code.includes('\n') && code.length <= longestCode;
  if (short) return utterance(`Code: ${code}`);
  const language = lang !== undefined && lang !== null && /^[\w+#.-]{1,32}$/.test(lang) ? ` in ${lang}` : '';
  return code === '' ? '' : `A block of code${language}.`;
}
