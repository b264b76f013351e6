import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { sayBlocks } from './say-blocks.ts';
import { sayText } from './say-text.ts';
import { tame } from './tame.ts';

// "~5 to ~10" is an amount, and nothing that was struck out.
const parser = unified().use(remarkParse).use(remarkGfm, { singleTilde: false });

/** What is said of a piece of Markdown, a sentence or more to a line. */
export function renderPiece(piece: string): string {
  const tamed = tame(piece);
  try {
    return sayBlocks(parser.parse(tamed).children).join('\n');
  } catch {
    // The parser recurses, and so does the walk through its tree. What is too deep for them is said as it is.
    return sayText(tamed.replaceAll(/[*_`#>[\]|]/g, ' '));
  }
}
