import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import type { JsonObject } from '#contract/json.ts';
import { render, renderText, TemplateError, templateNames } from '#patches/template.ts';

const args = {
  amount: 12.5,
  recipient: { name: 'Ada', bank: { bic: 'ABCDEF12' } },
  tags: ['a', 'b'],
  nothing: null,
  empty: '',
  braces: '{{amount}} $& $1',
};

it.each([
  ['{{amount}}', 12.5],
  ['{{ amount }}', 12.5],
  ['{{recipient.name}}', 'Ada'],
  ['{{recipient.bank.bic}}', 'ABCDEF12'],
  ['{{recipient}}', args.recipient],
  ['{{tags}}', ['a', 'b']],
  ['{{nothing}}', null],
  ['{{empty}}', ''],
  ['{{absent}}', undefined],
  ['{{recipient.absent}}', undefined],
  ['{{amount.absent}}', undefined],
  ['{{tags.0}}', undefined],
  ['{{tags.length}}', undefined],
  ['{{recipient.name.length}}', undefined],
  ['{{}}', undefined],
  ['Pay {{amount}} to {{recipient.name}}', 'Pay 12.5 to Ada'],
  [' {{amount}}', ' 12.5'],
  ['{{amount}}{{amount}}', '12.512.5'],
  ['as {{recipient}}', 'as {"name":"Ada","bank":{"bic":"ABCDEF12"}}'],
  ['as {{tags}}', 'as ["a","b"]'],
  ['no {{absent}} and {{nothing}}.', 'no  and .'],
  ['{{{amount}}}', '{12.5}'],
  ['{{amount', '{{amount'],
  ['{amount}', '{amount}'],
  ['', ''],
  ['{{braces}}', '{{amount}} $& $1'],
  ['a {{braces}}', 'a {{amount}} $& $1'],
])('[patch.request-template] %j becomes %j', (template, expected) => {
  expect(render(template, args)).toEqual(expected);
});

it.each([
  '__proto__',
  'constructor',
  'prototype',
  'recipient.__proto__',
  'recipient.constructor.name',
  'toString',
])('{{%s}} leads nowhere', (name) => {
  const hostile = JSON.parse(
    '{"__proto__": 1, "constructor": 1, "prototype": 1, "recipient": {"__proto__": 1}}',
  );
  expect(render(`{{${name}}}`, {})).toBeUndefined();
  expect(render(`{{${name}}}`, hostile)).toBeUndefined();
  expect(renderText(`a {{${name}}}`, args)).toBe('a ');
});

it.each([
  ['', []],
  ['plain', []],
  ['{{a}} {{ b.c }} {{a}}', ['a', 'b.c']],
  ['{{}}', ['']],
  ['{{a b}}', ['a b']],
  ['{{{a}}}', ['a']],
])('the names in %j are %j', (template, names) => {
  expect(templateNames(template)).toEqual(names);
});

it('arguments that repeat beyond a MiB are refused', () => {
  const long = { text: 'x'.repeat(200_000) };
  expect(renderText('{{text}}'.repeat(5), long)).toHaveLength(1_000_000);
  expect(() => renderText('{{text}}'.repeat(6), long)).toThrow(TemplateError);
});

const anyArgs = fc.dictionary(fc.string(), fc.jsonValue()) as fc.Arbitrary<JsonObject>;
const name = fc.oneof(fc.string(), fc.constantFrom('__proto__', 'constructor.name', 'a', 'a.b', 'toString'));
const anyTemplate = fc
  .array(
    fc.oneof(
      fc.string(),
      name.map((inner) => `{{${inner}}}`),
    ),
  )
  .map((parts) => parts.join(''));

it('no template and no arguments make it fail, and every text comes from the template or the arguments', () => {
  fc.assert(
    fc.property(anyTemplate, anyArgs, (template, values) => {
      const rendered = render(template, values);
      expect(typeof renderText(template, values)).toBe('string');
      // The value of an inherited member.
      expect(typeof rendered).not.toBe('function');
      expect(renderText(template, {})).not.toMatch(/native code/);
    }),
  );
});

it('a single placeholder gives the argument itself, whatever it is', () => {
  const plain = fc
    .stringMatching(/^[a-z]{1,8}$/)
    .filter((key) => !['constructor', 'prototype'].includes(key));
  fc.assert(
    fc.property(plain, fc.jsonValue(), (key, value) => {
      expect(render(`{{${key}}}`, { [key]: value })).toBe(value);
    }),
  );
});
