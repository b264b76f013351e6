import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A page of docs/. */
export interface Guide {
  /** Its path in docs/, such as `decisions/0001-one-write-per-step.md`. */
  path: string;
  title: string;
  /** The sentence that the page begins with, without links; empty if it begins with something else. */
  summary: string;
  markdown: string;
}

/** The pages of a folder and its subfolders, by path. Empty if there is no such folder. */
export function readGuides(folder: string): Guide[] {
  return globSync('**/*.md', { cwd: folder })
    .toSorted()
    .map((path) => guideOf(path, readFileSync(join(folder, path), 'utf8')));
}

export function guideOf(path: string, markdown: string): Guide {
  const [heading = '', first = ''] = markdown.split(/\n{2,}/, 2);
  const title = heading.replace(/^# /, '').trim();
  return { path, title, summary: isText(first) ? firstSentence(first) : '', markdown };
}

/** Whether a block of Markdown is a paragraph, and no heading, table, list, quotation or code. */
function isText(block: string): boolean {
  return /^[\p{L}`*_[]/u.test(block) && !/^(?:```|\* )/.test(block);
}

function firstSentence(paragraph: string): string {
  const words = paragraph
    .replaceAll(/\[([^\]]+)\]\([^)]*\)/g, '$1')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return words.split(/(?<=[.?:])\s(?=\p{Lu}|`)/u)[0] ?? '';
}

/** `/llms.txt` (https://llmstxt.org): which page answers what, for programs that read Markdown. */
export function indexOf(guides: Guide[]): string {
  const line = ({ path, title, summary }: Guide): string =>
    `- [${title}](/docs/${path})${summary === '' ? '' : `: ${summary}`}`;
  const decisions = guides.filter(({ path }) => path.startsWith('decisions/'));
  const pages = guides.filter((guide) => !decisions.includes(guide));
  return [
    '# Heddle',
    '> Durable agent conversations that move money-related work safely, bank account identification and data extraction behind one HTTP API.',
    '## Guides',
    pages.map(line).join('\n'),
    '## API',
    '- [OpenAPI 3.1](/openapi.json): every operation with its bodies, errors and codes\n- [Reference](/docs): the same for people',
    '## Optional',
    decisions.map(line).join('\n'),
    '',
  ]
    .join('\n\n')
    .trimEnd()
    .concat('\n');
}
