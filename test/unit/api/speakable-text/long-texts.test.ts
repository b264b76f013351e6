import { array, assert, asyncProperty, constantFrom } from 'fast-check';
import { expect, it } from 'vitest';
import { longestPiece, piecesOf } from '#api/resources/voice/speakable-text/pieces.ts';
import { speakableText } from '#api/resources/voice/speakable-text/speakable-text.ts';

const sentences = (count: number) =>
  Array.from({ length: count }, (_, index) => `This is **sentence** number ${index}.`);

it('a long text loses nothing between its pieces, wherever it is split', async () => {
  const said = (count: number) => sentences(count).map((line) => line.replaceAll('*', ''));
  for (const between of ['\n\n', '\n', ' ']) {
    const words = (await speakableText(sentences(200).join(between))).split(/\s+/);
    expect(words).toEqual(said(200).join(' ').split(' '));
  }
});

it('a sentence that is split stays one sentence, and a word one word', async () => {
  const words = Array.from({ length: 400 }, (_, index) => (index % 7 === 0 ? '-' : `word${index}`));
  expect(await speakableText(words.join(' '))).toBe(words.join(' ').replace(/^- /, ''));
  const lines = Array.from({ length: 100 }, (_, index) => `${index} words of a line`);
  expect(await speakableText(lines.join('\n'))).toBe(lines.join(' '));
  expect(await speakableText(`**${'a'.repeat(5000)}** and more`)).toBe(`${'a'.repeat(5000)} and more`);
});

it('a list that is split keeps its numbers', async () => {
  const items = Array.from({ length: 150 }, (_, index) => `${index + 1}. Item ${index + 1}`);
  expect((await speakableText(items.join('\n'))).split('\n')).toEqual(
    items.map((item) => (item === items.at(-1) ? item : `${item}.`)),
  );
});

it('a table that is split keeps its headers', async () => {
  const rows = Array.from({ length: 100 }, (_, index) => `| Payee ${index} | $${index}.00 |`);
  const text = await speakableText(['| Name | Amount |', '|---|---:|', ...rows, '', 'The end'].join('\n'));
  const said = rows.map((_, index) => `Name: Payee ${index}; Amount: $${index}.00.`);
  expect(text.split('\n')).toEqual([...said, 'The end']);
});

it('a long block of code stays one block, with what comes after it', async () => {
  const code = Array.from({ length: 500 }, (_, index) => `# line ${index} of *code*`);
  const text = await speakableText(['Here:', '', '```sh', ...code, '```', '', 'The end'].join('\n'));
  expect(text).toBe('Here:\nA block of code in sh.\nThe end');
});

it('links keep their text when their targets are in another piece', async () => {
  const text = await speakableText(`See [the terms][1].\n\n${'Word '.repeat(400)}\n\n[1]: https://a.example`);
  expect(text).toMatch(/^See the terms\./);
});

it('rendering stops when the text is longer than anybody wants', async () => {
  const whole = await speakableText(sentences(300).join('\n\n'));
  const part = await speakableText(sentences(300).join('\n\n'), { longest: 2000 });
  expect(part.length).toBeGreaterThan(2000);
  expect(part.length).toBeLessThan(2000 + longestPiece + 1);
  expect(whole.startsWith(part)).toBe(true);
});

/** Texts for which parsers of Markdown take more than linear time, or recurse too deep. */
const hostile: Record<string, (length: number) => string> = {
  'open brackets': (length) => '['.repeat(length),
  'nested brackets': (length) => '['.repeat(length / 2) + ']'.repeat(length / 2),
  'open links': (length) => '[a]('.repeat(length / 4),
  'open images': (length) => '!['.repeat(length / 2),
  'open emphasis': (length) => '_a __a*'.repeat(length / 7),
  'emphasis around letters': (length) => '*a'.repeat(length / 2),
  'emphasis that closes': (length) => `${'*'.repeat(length / 2)}a${'*'.repeat(length / 2)}`,
  'runs of backticks': (length) =>
    Array.from({ length: Math.sqrt(length) }, (_, n) => `e${'`'.repeat(n)}`).join(''),
  'nested quotes': (length) => '> '.repeat(length / 2),
  'nested numbers': (length) => '1. '.repeat(length / 3),
  'nested quotes and lists': (length) => '> * '.repeat(length / 4),
  'nested lists': (length) =>
    Array.from({ length: Math.sqrt(length) }, (_, n) => `${'  '.repeat(n)}* a`).join('\n'),
  'underlined headings': (length) => 'a\n-\n'.repeat(length / 4),
  'open tags': (length) => '<a '.repeat(length / 3),
  'open comments': (length) => '<!--'.repeat(length / 4),
  'a wide table': (length) => `${'|a'.repeat(length / 4)}|\n${'|-'.repeat(length / 4)}|\n`,
  footnotes: (length) => '[^a]: b\n'.repeat(length / 8),
  'letters without an end': (length) => 'a'.repeat(length),
  'spaces without an end': (length) => `${' '.repeat(length)}a`,
  'lines without an end': (length) => '\n'.repeat(length),
  'digits between pictures': (length) => '1🎉🎉🎉🎉🎉🎉🎉🎉'.repeat(length / 17),
  'tags with words': (length) => `<b ${'a '.repeat(length / 4)}>`.repeat(2),
  'half of a comment in each line': (length) => '<!-- a\n-- >\n'.repeat(length / 12),
  'joined emoji': (length) => '👩‍'.repeat(length / 3),
};

it.each(Object.entries(hostile))('the parser gets %s in short pieces', async (_, make) => {
  const text = make(20_000);
  const pieces = [...piecesOf(text)];
  expect(Math.max(...pieces.map(({ markdown }) => markdown.length))).toBeLessThanOrEqual(2 * longestPiece);
  // Other work has its turn between any two of them.
  let turns = 0;
  let rendering = true;
  const takeTurn = () => {
    turns += 1;
    if (rendering) setImmediate(takeTurn);
  };
  setImmediate(takeTurn);
  await speakableText(text);
  rendering = false;
  expect(turns).toBeGreaterThanOrEqual(pieces.length - 1);
});

it('whatever the text is, it is rendered, and no longer than it can be said', async () => {
  const marks =
    '* _ ` ``` ~~ [ ] ( ) ! > # - + 1. | |-| < &amp; \\ word https://a.b www.a.b a@b.c [^1] [^1]: 👋'.split(
      ' ',
    );
  const token = constantFrom(...marks, '\n', '\n\n', ' ', '    ', '[a]: b', '\u0000', '\ud800');
  await assert(
    asyncProperty(array(token, { maxLength: 120 }), async (tokens) => {
      const text = await speakableText(tokens.join(''));
      expect(text.split('\n').every((line) => line === '' || /[\p{L}\p{N}\p{Sc}]/u.test(line))).toBe(true);
      expect(text).toBe(text.trim());
    }),
    { numRuns: 300 },
  );
});
