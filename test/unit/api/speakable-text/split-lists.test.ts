import { array, assert, asyncProperty, boolean, constantFrom, letrec, nat, oneof, tuple } from 'fast-check';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { describe, expect, it } from 'vitest';
import { sayBlocks } from '#api/resources/voice/speakable-text/say-blocks.ts';
import { speakableText } from '#api/resources/voice/speakable-text/speakable-text.ts';
import { wordsOf } from '#api/resources/voice/speakable-text/words.ts';

const words = (count: number, name = 'word') =>
  Array.from({ length: count }, (_, index) => `${name}${index}`).join(' ');
/** The spoken text, a line for each pause, without the full stops. */
const said = async (markdown: string) =>
  (await speakableText(markdown)).split('\n').map((line) => line.replace(/\.$/, ''));
const each = <Line>(count: number, line: (n: number) => Line): Line[] =>
  Array.from({ length: count }, (_, index) => line(index + 1));

describe('[voice.speak.lists]', () => {
  it('a list whose items all say 1 is counted on in each piece', async () => {
    const items = each(120, (n) => `1. Item ${n}`);
    expect(await said(items.join('\n'))).toEqual(each(120, (n) => `${n}. Item ${n}`));
    expect(await said(items.join('\n\n'))).toEqual(each(120, (n) => `${n}. Item ${n}`));
    const shifted = each(120, (n) => `${n === 1 ? 9 : 1}) Item ${n}`);
    expect(await said(shifted.join('\n'))).toEqual(each(120, (n) => `${n + 8}. Item ${n}`));
  });

  it.each([
    ['three', '   '],
    ['four', '    '],
    ['six', '      '],
  ])('a list in a list keeps both numbers, with items of %s spaces', async (_, indent) => {
    const inner = (n: number) => each(30, (m) => `${indent}1. Part ${n} ${m}`);
    const lines = each(5, (n) => [`1. Step ${n}`, ...inner(n)].join('\n'));
    expect(await said(lines.join('\n'))).toEqual(
      each(5, (n) => [`${n}. Step ${n}`, ...each(30, (m) => `${m}. Part ${n} ${m}`)]).flat(),
    );
  });

  it('bullets in a numbered list leave its numbers alone, and stay items', async () => {
    const lines = each(6, (n) =>
      [`${n}. Step ${n}`, ...each(20, (m) => `    - part ${n} ${m} of it`)].join('\n'),
    );
    expect(await said(lines.join('\n'))).toEqual(
      each(6, (n) => [`${n}. Step ${n}`, ...each(20, (m) => `part ${n} ${m} of it`)]).flat(),
    );
  });

  it('an item that is longer than a piece is one item, and the next one has the next number', async () => {
    const long = words(300);
    expect(await said(`1. ${long}\n1. second\n2. ${long}\n\n   more of it\n1. fourth`)).toEqual([
      `1. ${long}`,
      '2. second',
      `3. ${long}`,
      'more of it',
      '4. fourth',
    ]);
  });

  it.each([
    ['indented', '   '],
    ['not indented', ''],
  ])('the lines of an item are one sentence when they are %s', async (_, indent) => {
    const lines = each(60, (n) => `${n === 1 ? '1. ' : indent}line ${n} of an item`);
    expect(await said(`${lines.join('\n')}\n1. next`)).toEqual([
      `1. ${each(60, (n) => `line ${n} of an item`).join(' ')}`,
      '2. next',
    ]);
  });

  it('a quote is announced once, and its list is counted on', async () => {
    const items = each(100, (n) => `> 1. Item ${n}`);
    expect(await said(items.join('\n'))).toEqual([
      'Quote: 1. Item 1',
      ...each(100, (n) => `${n}. Item ${n}`).slice(1),
    ]);
    const lines = each(80, (n) => `> line ${n} of a quote`);
    expect(await said(lines.join('\n'))).toEqual([
      `Quote: ${each(80, (n) => `line ${n} of a quote`).join(' ')}`,
    ]);
  });

  it('a list that another block has ended is a new one, and so is one of another kind', async () => {
    const items = each(60, (n) => `1. Item ${n}`).join('\n');
    const numbered = each(60, (n) => `${n}. Item ${n}`);
    expect(await said(`${items}\n\nA paragraph\n\n${items}`)).toEqual([
      ...numbered,
      'A paragraph',
      ...numbered,
    ]);
    const others = items.replaceAll('1. ', '1) ');
    expect(await said(`${items}\n${others}`)).toEqual([...numbered, ...numbered]);
  });

  it('a table in an item keeps its headers, and the list its numbers', async () => {
    const rows = each(60, (n) => `   | ${n} | ${n} EUR |`);
    const table = ['   | Day | Due |', '   |-|-|', ...rows].join('\n');
    expect(await said(`1. One\n\n${table}\n1. Two`)).toEqual([
      '1. One',
      ...each(60, (n) => `Day: ${n}; Due: ${n} EUR`),
      '2. Two',
    ]);
  });

  it('a block of code at the end of a piece takes nothing of the next one with it', async () => {
    for (let length = 500; length < 900; length += 20) {
      const markdown = `${'a'.repeat(length)}\n\n\`\`\`\n${'b'.repeat(150)}\n${'c'.repeat(150)}\n\`\`\`\n\nThe end`;
      expect(await said(markdown)).toEqual(['a'.repeat(length), 'A block of code', 'The end']);
    }
  });
});

it('[voice.speak.lists] a text that is split is said as one that is not', async () => {
  const parser = unified().use(remarkParse).use(remarkGfm, { singleTilde: false });
  const whole = (markdown: string) =>
    sayBlocks(parser.parse(markdown).children, wordsOf('en'))
      .map((line) => line.replace(/[\s,.–—-]+$/, ''))
      .join('\n');
  let count = 0;
  const prose = nat({ max: 40 }).map((length) => words(length + 3, `w${(count += 1)}-`));
  const { blocks } = letrec<{ blocks: string[]; block: string[] }>((tie) => ({
    block: oneof(
      { depthSize: 'small', maxDepth: 3, withCrossShrink: true },
      { weight: 5, arbitrary: prose.map((text) => [text]) },
      { weight: 2, arbitrary: tuple(prose, prose).map(([one, two]) => [one, two]) },
      { weight: 1, arbitrary: prose.map((text) => [`## ${text}`]) },
      {
        weight: 4,
        arbitrary: tuple(
          constantFrom('1.', '7)', '-', '*'),
          boolean(),
          array(tie('blocks'), { minLength: 2, maxLength: 5 }),
          constantFrom(1, 2, 3),
        ).map(([mark, isLoose, items, spaces]) =>
          items.flatMap((lines, index) => {
            const indent = ' '.repeat(mark.length + spaces);
            const [first = '', ...rest] = lines;
            const own = [
              `${mark}${' '.repeat(spaces)}${first}`,
              ...rest.map((line) => (line === '' ? '' : indent + line)),
            ];
            return isLoose && index < items.length - 1 ? [...own, ''] : own;
          }),
        ),
      },
      {
        weight: 1,
        arbitrary: tie('blocks').map((lines) => lines.map((line) => `> ${line}`)),
      },
    ),
    blocks: array(tie('block'), { minLength: 1, maxLength: 3 }).map((all) =>
      all.flatMap((lines, index) => (index === 0 ? lines : ['', ...lines])),
    ),
  }));
  await assert(
    asyncProperty(array(blocks, { minLength: 1, maxLength: 6 }), async (all) => {
      const markdown = all.map((lines) => lines.join('\n')).join('\n\n');
      const text = (await speakableText(markdown)).split('\n').map((line) => line.replace(/[\s,.–—-]+$/, ''));
      expect(text.join('\n')).toBe(whole(markdown));
    }),
    { numRuns: 40 },
  );
});
