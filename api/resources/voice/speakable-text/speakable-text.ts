import { yieldToOthers } from '#engine/event-loop/yield-to-others.ts';
import pLimit from 'p-limit';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { piecesOf } from './pieces.ts';
import { sayBlocks } from './say-blocks.ts';
import { sayText, sentence, utterance } from './say-text.ts';
import { operator, tame } from './tame.ts';
import { type Words, wordsOf } from './words.ts';

// "~5 to ~10" is an amount, and nothing that was struck out.
const parser = unified().use(remarkParse).use(remarkGfm, { singleTilde: false });

/** In each turn of the event loop, one piece is rendered, however many texts wait for theirs. */
const turns = pLimit(1);
/** Longer texts are not parsed: nobody listens to them, and they are refused anyway. */
const longestMarkdown = 100_000;

/**
 * Markdown as a person would read it to another: prose without markup, with a full stop after each block. Links are read
 * by their text and bare addresses by their host, images by their description, tables row by row with their headers.
 * Code in a sentence is read, a block of code is announced, of HTML the text is read. Emoji that mean nothing and struck-out text
 * are left out (voice.speak.format). Empty if there is nothing to say.
 *
 * The parser takes milliseconds for a kilobyte, and more than linear time for some inputs. So it gets the text in pieces
 * of less than that, which bounds what any of them costs, and other work has its turn in between.
 * @param options.longest rendering stops once the text is longer than this. Default: 100,000 characters.
 * @param options.language of the text, a BCP 47 tag: what is announced and what marks mean is said in it, or not at all. Default:
 *   English.
 */
export async function speakableText(
  text: string,
  { longest = longestMarkdown, language }: { longest?: number; language?: string | undefined } = {},
): Promise<string> {
  const words = wordsOf(language);
  if (text.length > longestMarkdown) return sayText(text, words);
  const spoken: string[] = [];
  let length = 0;
  for (const { markdown, joint } of piecesOf(text)) {
    if (length > longest) break;
    const said = await turns(async () => {
      await yieldToOthers();
      return renderPiece(markdown, words).map((each) => each.replaceAll(operator, '*'));
    });
    const goesOn = joint === '\n' ? undefined : spoken.pop();
    const [first, ...rest] = said;
    if (goesOn !== undefined)
      spoken.push(`${goesOn}${first === undefined ? '' : joint}${first ?? ''}`, ...rest);
    else spoken.push(...said);
    length += said.join('').length;
  }
  // Nothing comes after the last, so it needs no pause.
  const last = spoken.pop();
  return last === undefined ? '' : [...spoken.map(sentence), last].join('\n');
}

/** The spoken form of a piece of Markdown, with a pause after each block. None is empty. */
function renderPiece(piece: string, words: Words): string[] {
  const tamed = tame(piece);
  try {
    return sayBlocks(parser.parse(tamed).children, words);
  } catch {
    // The parser recurses, and so does the walk through its tree. Text that is nested too deep is spoken as it is.
    return [utterance(sayText(tamed.replaceAll(/[*_`#>[\]|]/g, ' '), words))].filter((text) => text !== '');
  }
}
