import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LinePart, shownLine } from '#contract/words/shown-line.ts';
import { shownAmounts } from '#engine/rules/policies/shown-amounts.ts';
import { ShownValues } from '#patches/shown-values.ts';
import { summarize } from '#patches/summary.ts';
import { toText } from '#patches/template.ts';

const piece = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom(
    '  ',
    ' \n',
    '\u202E',
    '\uD83D',
    '\uDE00',
    'é'.repeat(300),
    'x'.repeat(5000),
    '😀 '.repeat(2500),
  ),
);

it('[confirm.summary] a value is shown as its text or its JSON, however long that is', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4, noUnicodeString: false }), fc.array(piece), (json, texts) => {
      const value = { json, [texts.join('')]: texts, text: texts.join(' '), more: [texts.join(''), json] };
      const values = new ShownValues();
      for (const each of [value, value.more, json, value.text, texts]) {
        const [shown, expected] = [values.partOf(each), new LinePart(toText(each))];
        expect(shown.length).toBe(expected.length);
        expect(shown.isBlank).toBe(expected.isBlank);
        const between = new LinePart(' a ');
        expect(shownLine([between, shown, between])).toEqual(shownLine([between, expected, between]));
      }
    }),
  );
});

describe('[limit.loop.nested-names] names and pointers that lead into one another', () => {
  const depth = 40;
  const paths = Array.from({ length: depth }, (_, times) => ['a', ...Array<string>(times).fill('b')]);

  /** Objects in one another, and how often somebody has looked at all members of the innermost one. */
  function nested(): { args: { a: unknown }; looks: () => number } {
    let looks = 0;
    let value: unknown = new Proxy(
      { c: 'x' },
      {
        ownKeys: (target) => {
          looks += 1;
          return Reflect.ownKeys(target);
        },
      },
    );
    for (let times = 1; times < depth; times += 1) value = { b: value };
    return { args: { a: value }, looks: () => looks };
  }

  it('in the templates of a summary do not multiply the work', () => {
    const { args, looks } = nested();
    const fields = paths.map((path) => ({ label: 'of', value: `{{${path.join('.')}}}` }));
    const shown = summarize({ description: 'Pays.', summary: { title: 'Pay', fields } }, args);
    expect(shown.fields?.map(({ value }) => value)).toEqual(
      paths.map(
        (_, times) => `${'{"b":'.repeat(depth - 1 - times)}{"c":"x"}${'}'.repeat(depth - 1 - times)}`,
      ),
    );
    expect(looks()).toBeLessThan(5);
  });

  it('in the limits of a policy do not multiply the work', () => {
    const { args, looks } = nested();
    const pointers = paths.map((path) => ({ limits: ['one'], amount: `/${path.join('/')}` }));
    expect(shownAmounts(pointers, args, args).at(-1)).toEqual({ limits: ['one'], amount: '{"c":"x"}' });
    expect(looks()).toBeLessThan(5);
  });
});

it('[approval-policy.amounts-shown] a long value without anything to see is cut as any other', () => {
  const args = { amount: ' '.repeat(500_000) };
  const [shown] = shownAmounts([{ limits: ['one'], amount: '/amount' }], args, args);
  expect(shown?.amount).toBe('" "');
});
