import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { summarize } from '#patches/summary.ts';

const description = 'Pays somebody.';
const args = { amount: 12.5, to: { name: 'Ada' }, note: null };
const title = (template: string, values: Record<string, unknown> = args) =>
  summarize({ description, summary: { title: template } }, values).title;

it('[confirm.summary] without a template the title is the description, and all arguments are shown', () => {
  expect(summarize({ description }, {})).toEqual({ title: description });
  expect(summarize({ description: 'Pays\n\u202Esomebody.' }, { a: 1 })).toEqual({
    title: 'Pays [U+202E]somebody.',
    fields: [{ label: 'Other arguments', value: '{"a":1}' }],
  });
});

it('[confirm.summary] title and fields are filled; a field without its argument is left out', () => {
  const fields = [
    { label: 'Amount', value: '{{amount}} EUR' },
    { label: 'Sum', value: '{{amount}}' },
    { label: 'To', value: '{{to}}' },
    { label: 'When', value: '{{when}}' },
    { label: 'For', value: 'for {{when}}' },
  ];
  const { note: _, ...sent } = args;
  expect(summarize({ description, summary: { title: 'Pay {{to.name}}', fields } }, sent)).toEqual({
    title: 'Pay Ada',
    fields: [
      { label: 'Amount', value: '12.5 EUR' },
      { label: 'Sum', value: '12.5' },
      { label: 'To', value: '{"name":"Ada"}' },
      { label: 'For', value: 'for' },
    ],
  });
});

it('[confirm.summary] a title of nothing falls back to the description', () => {
  expect(title('{{when}}')).toBe(description);
});

it.each([
  ['an undeclared one', 'Pay {{amount}}', { amount: 1, bcc: 'x' }, '{"bcc":"x"}'],
  [
    'names that no template can have',
    '{{amount}}',
    { amount: 1, 'amount.eur': 2, $x: 3, empfänger: 4 },
    '{"amount.eur":2,"$x":3,"empfänger":4}',
  ],
  [
    'a member beside the one that is shown',
    '{{to.name}}',
    { to: { name: 'Bo', iban: 'DE' } },
    '{"to":{"iban":"DE"}}',
  ],
  ['a member of a text', '{{to.name}} {{to}}', { to: { name: { a: 1 } }, x: '' }, '{"x":""}'],
  [
    'null, nothing and white space',
    '{{a}}{{b}}{{c}}',
    { a: null, b: '', c: ' \n', d: 1 },
    String.raw`{"a":null,"b":"","c":" \n","d":1}`,
  ],
  ['an empty object', '{{a.b}}', { a: {} }, '{"a":{}}'],
  ['a list', '{{a.0}} {{a.length}}', { a: [1] }, '{"a":[1]}'],
  [
    'members of every object',
    '{{constructor}}',
    { constructor: 'x', toString: 'y' },
    '{"constructor":"x","toString":"y"}',
  ],
  [
    'a member named __proto__',
    'x',
    JSON.parse('{"__proto__":{"a":1}}') as Record<string, unknown>,
    '{"__proto__":{"a":1}}',
  ],
  ['an argument behind one that fills the line', '{{a}} {{b}}', { a: 'x'.repeat(5000), b: 'y' }, '{"b":"y"}'],
  [
    'an argument of which another one leaves the first digit',
    '{{a}}{{b}}',
    { a: 'x'.repeat(1999), b: 5_000_000 },
    '{"b":5000000}',
  ],
  [
    'a long argument of which another one leaves little',
    '{{a}}{{b}}',
    { a: 'x'.repeat(1990), b: 'y'.repeat(2001) },
    JSON.stringify({ b: 'y'.repeat(2001) }),
  ],
])('[confirm.summary.complete] %s is among the other arguments', (_, template, values, others) => {
  const { fields } = summarize({ description, summary: { title: template } }, values);
  expect(fields).toEqual([{ label: 'Other arguments', value: others }]);
});

it('[confirm.summary.complete] one long argument does not take the place of the others', () => {
  const values = { junk: 'x'.repeat(100_000), ['k'.repeat(9000)]: ['y'.repeat(201)], amount: 1 };
  const [field] = summarize({ description }, values).fields ?? [];
  expect(field?.value).toBe(
    `{"junk":"${'x'.repeat(200)}… 99,800 more characters",` +
      `"${'k'.repeat(100)}… 8,900 more characters":["${'y'.repeat(200)}… 1 more character"],"amount":1}`,
  );
});

/** All scalars of a value, as its JSON shows them. */
function* scalarsOf(value: unknown): Generator<string> {
  if (typeof value !== 'object' || value === null) yield JSON.stringify(value);
  else for (const member of Object.values(value)) yield* scalarsOf(member);
}

it('[confirm.summary.complete] whatever is sent is shown, by the templates or among the others', () => {
  // Distinct texts, so that one is not found in another's place.
  const name = fc.constantFrom('a', 'b', 'a.b', 'ä', '$c', 'constructor', '__x', 'A B');
  const scalar = fc.oneof(fc.uuid(), fc.integer({ min: 1e6 }), fc.constantFrom(null, '', true));
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof({ maxDepth: 3 }, scalar, fc.array(tie('value'), { maxLength: 3 }), tie('object')),
    object: fc.dictionary(name, tie('value'), { maxKeys: 4 }),
  }));
  const path = fc.array(name, { minLength: 1, maxLength: 3 }).map((names) => `{{${names.join('.')}}}`);
  const template = fc.array(fc.oneof(path, fc.constantFrom(' ', 'to')), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(
      fc.dictionary(name, value),
      fc.array(template, { minLength: 1 }),
      (sent, [first, ...rest]) => {
        const fields = rest.map((parts) => ({ label: 'x', value: parts.join('') }));
        const shown = summarize({ description, summary: { title: (first ?? []).join(''), fields } }, sent);
        const texts = JSON.stringify([shown.title, (shown.fields ?? []).map((field) => field.value)]);
        const others = shown.fields?.findLast(({ label }) => label === 'Other arguments')?.value ?? '{}';
        for (const json of scalarsOf(sent)) {
          const bare = json.startsWith('"') ? json.slice(1, -1) : json;
          const isShown = ['', 'null'].includes(bare)
            ? texts.includes(JSON.stringify(json).slice(1, -1))
            : texts.includes(bare);
          expect(isShown, `${json} in ${texts}`).toBe(true);
        }
        for (const each of Object.keys(sent).filter((key) => key.includes('.'))) {
          expect(others).toContain(JSON.stringify(each));
        }
      },
    ),
  );
});

it.each([
  ['a\r\nApproved by: boss', 'a Approved by: boss'],
  ['a\u2028b\u00A0 \u3000c', 'a b c'],
  ['\u202E12.5\u202C', '[U+202E]12.5[U+202C]'],
  ['a\0b', 'a[U+0000]b'],
  ['Bo\u200B\u034F\u3164\u{E0041}', 'Bo[U+200B][U+034F][U+3164][U+E0041]'],
  ['❤\uFE0F', '❤[U+FE0F]'],
  ['\uD800', '[U+D800]'],
])('[confirm.summary.visible] %j cannot mislead the reader', (note, shown) => {
  expect(title('{{note}}', { note })).toBe(shown);
  const [field] = summarize({ description }, { [note]: 1 }).fields ?? [];
  for (const [written] of shown.matchAll(/\[U\+[^\]]*\]/g)) {
    // JSON escapes what it must.
    expect(field?.value.replaceAll(/\\u(\w{4})/g, (_, hex: string) => `[U+${hex.toUpperCase()}]`)).toContain(
      written,
    );
  }
});

it('[confirm.summary.visible] a label that has a line break does not look like another field', () => {
  const fields = [{ label: 'To\u2028\nAmount:\u200B  1', value: '{{amount}}' }];
  const { fields: shown } = summarize({ description, summary: { title: 'x', fields } }, { amount: 2 });
  expect(shown).toEqual([{ label: 'To[U+2028][U+000A]Amount:[U+200B] 1', value: '2' }]);
});

it('[confirm.summary.visible] white space does not push the end of a value out of sight, and what is cut is counted', () => {
  expect(title('{{note}}', { note: `Bo${' '.repeat(3000)}and Mallory` })).toBe('Bo and Mallory');
  expect(title('{{note}}', { note: 'x'.repeat(4950) })).toBe(`${'x'.repeat(2000)}… 2,950 more characters`);
  expect(title('{{note}}', { note: `${'x'.repeat(2000)}\n y` })).toBe(
    `${'x'.repeat(2000)}… 2 more characters`,
  );
  expect(title('{{note}}', { note: `${'x'.repeat(2000)} \n` })).toBe('x'.repeat(2000));
  // Characters that are written out take more room.
  const tags = title('{{note}}', { note: '\u{E0041}'.repeat(1000) });
  expect(tags).toBe(`${'[U+E0041]'.repeat(222)}… 778 more characters`);
});

it('[confirm.summary.visible] arguments that are long many times over are cut as they are rendered', () => {
  const shown = title('{{note}}'.repeat(100), { note: 'x'.repeat(200_000) });
  expect(shown).toBe(`${'x'.repeat(2000)}… 19,998,000 more characters`);
  expect(title('to {{note}}!', { note: '\n'.repeat(200_000) })).toBe('to !');
});

it('[confirm.summary.visible] a long argument is cut, by whole characters', () => {
  const long = title('{{note}}', { note: '😀'.repeat(3000) });
  expect(long).toBe(`${'😀'.repeat(2000)}… 1,000 more characters`);
  expect(title('{{note}}', { note: '😀'.repeat(2000) })).toBe('😀'.repeat(2000));
});

it('[confirm.summary.visible] the work grows with the arguments, and no faster', () => {
  const fields = Array.from({ length: 32 }, () => ({ label: 'x', value: '{{a}}{{b}}'.repeat(100) }));
  const patch = { description, summary: { title: '{{a}}', fields } };
  const many = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, index]));
  const workOf = (values: Record<string, unknown>): number => {
    const start = process.threadCpuUsage();
    summarize(patch, values);
    return process.threadCpuUsage(start).user / 1000;
  };
  for (const a of [' ', 'x', ' x', '\u{E0041}', '\uFE0F\n']) {
    const text = (length: number) => a.repeat(length / a.length);
    workOf({ a: text(1000), b: '' });
    const work = workOf({ a: text(1_000_000), b: '', ...many(50_000) });
    expect(work, `CPU ms for ${JSON.stringify(a)}`).toBeLessThan(1000);
  }
});

it('[confirm.summary.visible] templates that repeat long values show a part of them, and count the rest', () => {
  const fields = Array.from({ length: 32 }, () => ({ label: 'Text', value: '{{text}}'.repeat(20) }));
  const { title: _, fields: shown = [] } = summarize(
    { description, summary: { title: 'Pay', fields } },
    { text: '\u{1F600}'.repeat(500), late: 1 },
  );
  expect(shown).toHaveLength(33);
  expect(shown.at(0)?.value).toMatch(/^\u{1F600}{2000}… 8,000 more characters$/u);
  expect(shown.at(-2)?.value).toBe('… 10,000 more characters');
  expect(shown.at(-1)).toEqual({ label: 'Other arguments', value: '{"late":1}' });
  expect(JSON.stringify(shown).length).toBeLessThan(25_000);
});
