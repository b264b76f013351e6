import { describe, expect, it } from 'vitest';
import { fitsStructuredOutput, instructionsOf } from '#adapters/model/reply-format.ts';
import { turn } from '../../../support/model-servers/turn.ts';

const closed = (properties: object, more: object = {}) => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
  ...more,
});

describe('[reply-schema.provider] a schema is likely to be taken for structured output', () => {
  it.each([
    ['of named parts', closed({ total: { type: 'number', minimum: 0 }, kind: { enum: ['a', 'b'] } })],
    [
      'with lists and objects in it',
      closed({ lines: { type: 'array', items: closed({ sum: { type: 'integer' } }) } }),
    ],
    ['with parts that may be null', closed({ due: { anyOf: [{ type: 'string' }, { type: 'null' }] } })],
    [
      'with references',
      closed({ from: { $ref: '#/$defs/person' } }, { $defs: { person: closed({ name: {} }) } }),
    ],
  ])('%s', (_, schema) => {
    expect(fitsStructuredOutput(schema)).toBe(true);
  });
});

describe('[reply-schema.provider] a schema is told in words alone', () => {
  it.each([
    ['whose value is no object', { type: 'array', items: { type: 'string' } }],
    ['that is open', { type: 'object' }],
    ['with parts that may be missing', { ...closed({ total: {}, note: {} }), required: ['total'] }],
    ['with an open object in a list', closed({ lines: { type: 'array', items: { type: 'object' } } })],
    ['with an open definition', closed({}, { $defs: { any: { type: 'object' } } })],
    ['with alternatives at its root', closed({}, { anyOf: [{}] })],
    ['with a keyword that providers do not know', closed({ total: { not: { const: 0 } } })],
    ['that allows a part anything', closed({ total: true })],
  ])('%s', (_, schema) => {
    expect(fitsStructuredOutput(schema)).toBe(false);
  });
});

it('[reply-schema.provider] the model is told the schema after its instructions', () => {
  const told = instructionsOf(turn({ reply_schema: { type: 'string' } }));
  expect(told).toMatch(
    /^Be brief\.\n\nCall tools as you need them\. .*\n\nJSON Schema of the reply:\n\{"type":"string"\}$/,
  );
  expect(instructionsOf(turn({ instructions: ' ', tools: [], reply_schema: {} }))).toMatch(
    /^Reply with one JSON value/,
  );
  expect(instructionsOf(turn())).toBe('Be brief.');
});
