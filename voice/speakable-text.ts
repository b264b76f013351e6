import { setImmediate as nextTurn } from 'node:timers/promises';
import { piecesOf } from './pieces.ts';
import { renderPiece } from './render-piece.ts';
import { sayText } from './say-text.ts';

/** Longer texts are not parsed: nobody listens to them, and they are refused anyway. */
const longestMarkdown = 100_000;

/**
 * Markdown as a person would read it to another: prose that ends in full stops, without markup. Links are read by their
 * text and bare addresses by their host, images by their description, tables row by row with their headers. Code in a
 * sentence is read, a block of code is announced. Emoji, HTML and struck-out text are left out (voice.speak.format).
 * Empty if there is nothing to say.
 *
 * The parser takes milliseconds for a kilobyte, and more than linear time for some inputs. So it gets the text in pieces
 * of less than that, which bounds what any of them costs, and the event loop has its turn in between.
 * @param longest rendering stops once the text is longer than this. Default: 100,000 characters.
 */
export async function speakableText(markdown: string, longest = longestMarkdown): Promise<string> {
  if (markdown.length > longestMarkdown) return sayText(markdown);
  let spoken = '';
  for (const piece of piecesOf(markdown)) {
    if (spoken.length > longest) break;
    const said = renderPiece(piece);
    spoken += spoken === '' || said === '' ? said : `\n${said}`;
    await nextTurn();
  }
  return spoken;
}
