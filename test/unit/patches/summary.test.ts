import { expect, it } from 'vitest';
import { summarize } from '#patches/summary.ts';

const description = 'Pays somebody.';
const args = { amount: 12.5, to: { name: 'Ada' }, note: null };
const title = (template: string, values: Record<string, unknown> = args) =>
  summarize({ description, summary: { title: template } }, values).title;

it('[confirm.summary] without a template the title is the description', () => {
  expect(summarize({ description }, args)).toEqual({ title: description });
});

it('[confirm.summary] title and fields are filled; a field without its argument is left out', () => {
  const fields = [
    { label: 'Amount', value: '{{amount}} EUR' },
    { label: 'Sum', value: '{{amount}}' },
    { label: 'To', value: '{{to}}' },
    { label: 'Note', value: '{{note}}' },
    { label: 'When', value: '{{when}}' },
    { label: 'For', value: 'for {{when}}' },
  ];
  expect(summarize({ description, summary: { title: 'Pay {{to.name}}', fields } }, args)).toEqual({
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
  ['a\r\nApproved by: boss', 'a Approved by: boss'],
  ['a\u2028b', 'a b'],
  ['\u202e12.5\u202c', '12.5'],
  ['a\0b', 'a b'],
])('%j cannot mislead the reader', (note, shown) => {
  expect(title('{{note}}', { note })).toBe(shown);
});

it('arguments that are long many times over are cut as they are rendered', () => {
  const shown = title('{{note}}'.repeat(100), { note: 'x'.repeat(200_000) });
  expect(shown).toBe(`${'x'.repeat(1999)}…`);
  expect(title('to {{note}}!', { note: '\n'.repeat(200_000) })).toBe('to  …!');
});

it('a long argument is cut, by whole characters', () => {
  const long = title('{{note}}', { note: '😀'.repeat(3000) });
  expect(Array.from(long)).toHaveLength(2000);
  expect(long.isWellFormed()).toBe(true);
  expect(long.endsWith('😀…')).toBe(true);
  expect(title('{{note}}', { note: '😀'.repeat(2000) })).toBe('😀'.repeat(2000));
});
