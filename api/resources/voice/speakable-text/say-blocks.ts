import type {
  BlockContent,
  Blockquote,
  Code,
  DefinitionContent,
  List,
  ListItem,
  Paragraph,
  RootContent,
  Table,
} from 'mdast';
import { resumed } from './containers.ts';
import { sayHtml } from './say-html.ts';
import { sayPhrasing } from './say-phrasing.ts';
import { isSpeakable, utterance } from './say-text.ts';
import { announcement, type Words } from './words.ts';

type Block = RootContent | BlockContent | DefinitionContent;

/** The longest block of code that is read, if it is one line. Others are announced. */
const longestCode = 80;

/** The spoken form of blocks, with a pause after each. None is empty. */
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
      return sayQuote(block, words);
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

/** The spoken form of a quote. One that an earlier piece began was announced there. */
function sayQuote({ children: [first, ...rest] }: Blockquote, words: Words): string[] {
  if (first === undefined) return [];
  if (resumedAt(first) !== undefined) return sayBlocks(rest, words);
  const alert = alertOf(first);
  if (alert === undefined) return announced(announcement(words.quote), sayBlocks([first, ...rest], words));
  const word = ['WARNING', 'CAUTION'].includes(alert.kind) ? words.warning.trim() : '';
  return announced(announcement(word), sayBlocks([alert.first, ...rest], words));
}

/** A quote that is none, as GitHub and many others write notes: it begins with what it is, such as `[!NOTE]`. */
function alertOf(block: Block): { kind: string; first: Paragraph } | undefined {
  if (block.type !== 'paragraph') return undefined;
  const [text, ...others] = block.children;
  if (text?.type !== 'text') return undefined;
  const [mark = '', kind] = /^\[!(NOTE|TIP|IMPORTANT|WARNING|CAUTION)\](?:\s|$)/i.exec(text.value) ?? [];
  if (kind === undefined) return undefined;
  const rest = { ...text, value: text.value.slice(mark.length) };
  return { kind: kind.toUpperCase(), first: { ...block, children: [rest, ...others] } };
}

/** The number of the item, 0 for one without a number, if the block only says that an earlier piece began the container. */
function resumedAt(block: Block | undefined): number | undefined {
  const [text] = block?.type === 'paragraph' ? block.children : [];
  return text?.type === 'text' && text.value.startsWith(resumed) ? Number(text.value.slice(1)) : undefined;
}

function sayList({ ordered, start, children }: List, words: Words): string[] {
  const before = resumedAt(children[0]?.children[0]);
  const first = before ?? start ?? 1;
  return children.flatMap((item, index) => {
    // An earlier piece has said its number.
    if (index === 0 && before !== undefined) return sayBlocks(item.children.slice(1), words);
    const number = ordered === true ? `${first + index}. ` : '';
    return sayItem(item, number, words);
  });
}

function sayItem(item: ListItem, number: string, words: Words): string[] {
  const [first, ...rest] = sayBlocks(item.children, words);
  return first === undefined ? [] : [`${number}${taskWord(item, words)}${first}`, ...rest];
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
