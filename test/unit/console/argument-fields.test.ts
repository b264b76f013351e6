import { expect, it } from 'vitest';
import { fieldsOf, jsonText, readArguments, readFields } from '#console/approvals/argument-fields.ts';
import { exactNumber } from '#console/approvals/exact-number.ts';

const schema = {
  type: 'object',
  properties: {
    amount: { type: 'number' },
    currency: { type: 'string', enum: ['EUR', 'USD'] },
    to: { type: 'string', description: 'Who gets it.' },
    urgent: { type: 'boolean' },
    parties: { type: 'array', items: { type: 'string' } },
  },
  required: ['amount', 'to'],
};

const read = (args: Record<string, unknown>, texts: Record<string, string>) =>
  readFields(fieldsOf(schema, args), new Map(Object.entries(texts)), args);

it('[console.revise] a form that nobody has touched holds exactly the arguments that were shown, whatever they are', () => {
  for (const args of [
    {},
    { amount: 12.5, currency: 'EUR', to: 'Bo', urgent: false, parties: ['a', 'b'], more: { deep: null } },
    { amount: '12.50', currency: 'GBP', to: 'a\u202Eb', urgent: 'no', parties: 1 },
    { amount: 1e21, to: '', 'x y': '  ', '': 0, constructor: 1 },
    { to: 'one\r\ntwo\nthree' },
    JSON.parse('{"__proto__":{"a":1},"to":"Bo"}') as Record<string, unknown>,
  ]) {
    expect(read(args, {})).toEqual({ args });
  }
});

it('[console.revise] fields are those of the schema, then all others, each of a kind that can hold its value', () => {
  const fields = fieldsOf(schema, { amount: 12.5, currency: 'EUR', to: 'a\u202Eb', more: { x: 1 } });
  expect(fields.map(({ name, kind, required, text }) => [name, kind, required, text])).toEqual([
    ['amount', 'number', true, '12.5'],
    ['currency', 'choice', false, 'EUR'],
    // In a field for text, nobody would see it.
    ['to', 'json', true, String.raw`"a\u202eb"`],
    ['urgent', 'boolean', false, ''],
    ['parties', 'json', false, ''],
    ['more', 'json', false, '{\n  "x": 1\n}'],
  ]);
  expect(fieldsOf(true, { a: 'x' })).toEqual([{ name: 'a', kind: 'json', required: false, text: '"x"' }]);
});

it('[console.revise] what is typed is what is sent, and an empty field that is not required is left out', () => {
  const args = { amount: 12.5, currency: 'EUR', to: 'Bo', parties: ['a'] };
  const texts = { amount: ' 1250 ', to: 'Cy', currency: '', urgent: 'true', parties: '["a","b"]' };
  expect(read(args, texts)).toEqual({ args: { amount: 1250, to: 'Cy', urgent: true, parties: ['a', 'b'] } });
  expect(read(args, { to: '' })).toMatchObject({ args: { to: '' } });
  expect(read(args, { amount: '1,250', parties: '[' })).toEqual({
    faults: new Map([
      ['amount', 'must be a number, such as 12.5'],
      ['parties', expect.stringContaining('must be JSON')],
    ]),
  });
});

it('[console.revise] a number that would be sent as another one is refused', () => {
  for (const text of ['0', '-0', '12.50', '1e3', '-0.001', '100000000000000000000', '12345e-3']) {
    const value = exactNumber(text);
    expect([text, value]).toEqual([text, { value: Number(text) }]);
  }
  for (const text of [
    '9007199254740993',
    '0.1000000000000000055511151231257827',
    '1e400',
    '',
    '+1',
    '.5',
    '0x10',
  ])
    expect([text, exactNumber(text)]).toEqual([text, { fault: expect.any(String) }]);
  expect(readArguments('{"id":"9007199254740993","amount":9007199254740993}')).toEqual({
    faults: new Map([['', expect.stringContaining('more digits than a number can hold: amount')]]),
  });
  expect(readArguments('{"id":"9007199254740993","amount":1.10}')).toEqual({
    args: { id: '9007199254740993', amount: 1.1 },
  });
});

it('[console.revise] JSON to be edited shows what cannot be seen as escapes, and means the same', () => {
  const args = { to: 'a\u202Eb\u200B' };
  expect(jsonText(args)).not.toMatch(/[\u202E\u200B]/);
  expect(readArguments(jsonText(args))).toEqual({ args });
  for (const wrong of ['[]', 'null', '"x"', '{'])
    expect(readArguments(wrong)).toEqual({ faults: new Map([['', expect.any(String)]]) });
});
