import { afterEach, beforeEach, expect, it } from 'vitest';
import { fromJsonText, toJsonText } from '#contract/json-text.ts';
import {
  hiddenValues,
  struckPayload,
  struckText,
  struckValues,
  wordsOf,
} from '#engine/steps/strike-hidden.ts';
import { HiddenValues } from '#engine/rules/hidden-values.ts';
import type { Redactable } from '#engine/rules/redacted-payload.ts';

/** How often others had their turn. */
let turns = 0;
let counting: NodeJS.Immediate;
const count = (): void => {
  turns += 1;
  counting = setImmediate(count);
};
beforeEach(() => {
  turns = 0;
  count();
});
afterEach(() => clearImmediate(counting));

const call = (result: Record<string, unknown>): Redactable => ({
  redact: { args: [], result: ['/hidden'] },
  args: toJsonText({}),
  result: toJsonText(result),
});
/** So many different texts of at least six characters. */
const texts = (length: number) => Array.from({ length }, (_, index) => `value-${index}`);

it('[patch.redact.repeated] others work while very many values are collected', async () => {
  const hidden = await hiddenValues([call({ hidden: texts(15_000) })]);
  expect(turns).toBeGreaterThan(100);
  expect(await struckText(hidden, 'It is value-14999.')).toBe('It is [redacted].');
});

it('[patch.redact.repeated] others work while very many values that begin alike are put in order', async () => {
  await hiddenValues([call({ hidden: texts(20_000).map((text) => `${'a'.repeat(150)}${text}`) })]);
  // To collect them takes a turn for each 128.
  expect(turns).toBeGreaterThan(20_000 / 128 + 30);
});

it('[patch.redact.repeated] others work while a long text, very many texts and a payload are searched', async () => {
  const hidden = new HiddenValues(texts(100));
  const searched = {
    text: async () => await struckText(hidden, 'value'.repeat(100_000)),
    texts: async () => await struckValues(hidden, { rows: texts(20_000) }),
    numbers: async () => await struckValues(hidden, { rows: texts(20_000).map((_, index) => index) }),
    payload: async () => await struckPayload(hidden, toJsonText({ rows: texts(20_000) })),
  };
  const held: string[] = [];
  for (const [what, search] of Object.entries(searched)) {
    turns = 0;
    await search();
    if (turns < 100) held.push(what);
  }
  expect(held).toEqual([]);
});

it('[patch.redact.repeated] a number is struck from a payload like a text, and the payload stays JSON', async () => {
  const hidden = new HiddenValues(['48210.55', '-1234567', '1e+100', 'secret']);
  const payload = { n: 48_210.55, list: [-1_234_567, 1e100, 12], text: 'a "secret"\n48210.55', other: -0.5 };
  const shown = await struckPayload(hidden, toJsonText(payload));
  expect(fromJsonText(shown)).toEqual({
    n: '[redacted]',
    list: ['[redacted]', '[redacted]', 12],
    text: 'a "[redacted]"\n[redacted]',
    other: -0.5,
  });
});

it('[patch.redact.repeated] a text that a schema names is no secret where it stands alone', async () => {
  const words = wordsOf({
    type: 'object',
    properties: { status: { enum: ['pending', 'active'] }, kind: { const: 'approval' } },
  });
  const hidden = new HiddenValues(['active', 'approval']);
  expect(
    await struckValues(hidden, { status: 'active', kind: 'approval', title: 'It is active.' }, words),
  ).toEqual({ status: 'active', kind: 'approval', title: 'It is [redacted].' });
});
