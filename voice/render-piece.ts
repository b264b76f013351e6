import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { sayBlocks } from './say-blocks.ts';
import { sayText, utterance } from './say-text.ts';
import { tame } from './tame.ts';

// "~5 to ~10" is an amount, and nothing that was struck out.
const parser = unified().use(remarkParse).use(remarkGfm, { singleTilde: false });

/** What is said of a piece of Markdown, with a pause after each. None is empty. */
export function renderPiece(piece: string): string[] {
  const tamed = tame(piece);
  try {
    return sayBlocks(parser.parse(tamed).children);
  } catch {
    // The parser recurses, and so does the walk through its tree. What is too deep for them is said as it is.
    return [utterance(sayText(tamed.replaceAll(/[*_`#>[\]|]/g, ' ')))].filter((text) => text !== '');
  }
}
