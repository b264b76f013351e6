import { expect, it } from 'vitest';
import { readAnswer } from '#engine/rules/model-answer/read-answer.ts';

it.each([
  ['{"a": 1}', { a: 1 }],
  [' \n["a"]\n', ['a']],
  ['"text"', 'text'],
  ['12.5', 12.5],
  ['null', null],
  ['```json\n{"a": 1}\n```', { a: 1 }],
  ['Here it is:\n```\n"text"\n```\nAnything else?', 'text'],
  ['```json\n{"a": "```"}\n```', { a: '```' }],
  ['Sure! {"a": 1} is what you asked for.', { a: 1 }],
  ['As note [1] says, it is {"a": [1, 2]}.', { a: [1, 2] }],
  ['From the list [see {above}] of {"a", "b"}: {"a": [1, 2]}.', { a: [1, 2] }],
  ['It is {"a": 1}, as I said: { "a": 1.0 }', { a: 1 }],
  ['Note [1, 2] and note [13] say: [100, 200, 300, 400]', [100, 200, 300, 400]],
])('[extract.answer] %j is read', (answer, value) => {
  expect(readAnswer(answer)).toEqual({ value });
});

it.each([
  ['', 'is not JSON'],
  ['I cannot do that.', 'is not JSON'],
  ['{"a": 1', 'is not JSON'],
  // A part of what breaks off, or is wrong, would look like all of it.
  ['{"invoices": [{"total": 5}, {"total": 7}, {"tot', 'is not JSON'],
  ['{"invoices": [{"total": 5}, {"total": 7},]}', 'is not JSON'],
  ['```json\n[{"total": 5} {"total": 7}]\n```', 'is not JSON'],
  ['Like {"total": 0}: [{"total": 5} {"total": 7}]', 'is not JSON'],
  // The longest may be the draft.
  ['{"amount": 82000.00}. No, it is {"amount": 5}', 'has several JSON values that differ'],
  ['```json\n{"a": 1}\n```\nor\n```json\n{"a": 2}\n```', 'has several JSON values that differ'],
  ['["DE89"] or ["FR76"]?', 'has several JSON values that differ'],
  ['x'.repeat(300_001), 'is too long'],
  [`[${'0,'.repeat(60_000)}0]`, 'has too many values'],
  ['['.repeat(60_000), 'has too many values'],
])('[extract.answer] an answer that cannot be read says why: %#', (answer, fault) => {
  expect(readAnswer(answer)).toEqual({ fault });
});

it.each([
  ['{"a": 2512292042121000001}', /a must be a number that a double/],
  ['So: [0.1234567890123456789]', /0 must be a number that a double/],
  ['1e400', /must be a number that a double/],
  ['```json\n{"a": 1, "a": 2}\n```', /names a member twice/],
])('[number.extract] %s is no answer', (answer, fault) => {
  expect(readAnswer(answer)).toEqual({ fault: expect.stringMatching(fault) });
});

it('[extract.linear] deep nesting is read without recursion, and left to the bounds of a result', () => {
  const deep = `${'['.repeat(40_000)}${']'.repeat(40_000)}`;
  expect(readAnswer(`So: ${deep}`)).toHaveProperty('value');
});
