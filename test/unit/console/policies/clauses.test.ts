import { describe, expect, it } from 'vitest';
import {
  type Clause,
  toClauses,
  toCondition,
} from '#console/pages/approval-policies/editor/model/clauses.ts';

const amount = (test: Clause['test'], value: unknown): Clause => ({
  of: 'args',
  pointer: '/amount',
  test,
  value,
});

describe('[console.policies] clauses of a condition', () => {
  it.each<[string, Clause[]]>([
    ['a number above another one', [amount('above', 10_000)]],
    ['a range', [amount('at_least', 10), amount('below', 0.5)]],
    ['a text that is no number yet', [amount('at_most', '')]],
    ['one of texts and numbers', [amount('one_of', ['a', 1, true, null])]],
    ['none of texts', [amount('none_of', ['KP'])]],
    ['an argument that is there', [amount('present', undefined)]],
    ['a nested argument', [{ of: 'args', pointer: '/payee/iban', test: 'one_of', value: ['DE1'] }]],
    [
      'names with slashes and tildes',
      [{ of: 'args', pointer: '/a~1b~0c', test: 'present', value: undefined }],
    ],
    ['a name that all objects have', [{ of: 'args', pointer: '/__proto__', test: 'one_of', value: ['x'] }]],
    [
      'what is known of the call',
      [
        { of: 'patch', pointer: '', test: 'one_of', value: ['send_payment'] },
        { of: 'risk', pointer: '', test: 'none_of', value: ['low'] },
        { of: 'subject_ref', pointer: '', test: 'one_of', value: ['ada'] },
        { of: 'agent', pointer: '', test: 'one_of', value: ['demo'] },
        { of: 'connection', pointer: '', test: 'one_of', value: ['bank'] },
      ],
    ],
  ])('are read back as they were written: %s', (_, clauses) => {
    expect(toClauses(toCondition(clauses))).toEqual(clauses);
  });

  it('demand the type and the presence of what they compare, so that no text passes a bound', () => {
    expect(toCondition([amount('at_most', 10)])).toEqual({
      properties: {
        args: { required: ['amount'], properties: { amount: { type: 'number', maximum: 10 } } },
      },
    });
    expect(toCondition([{ of: 'args', pointer: '/a/b', test: 'one_of', value: [1] }])).toEqual({
      properties: {
        args: {
          required: ['a'],
          properties: { a: { type: 'object', required: ['b'], properties: { b: { enum: [1] } } } },
        },
      },
    });
  });

  it.each<[string, unknown]>([
    [
      'a bound without a type',
      { properties: { args: { required: ['a'], properties: { a: { maximum: 1 } } } } },
    ],
    ['an argument that need not be there', { properties: { args: { properties: { a: { enum: [1] } } } } }],
    ['another keyword', { properties: { patch: { enum: ['a'], pattern: 'b' } } }],
    ['alternatives', { anyOf: [{}] }],
    ['values that are objects', { properties: { patch: { enum: [{}] } } }],
    ['the id of an agent', { properties: { agent: { properties: { id: { enum: ['a'] } } } } }],
    ['no object', 'always'],
  ])('are not found in %s, which stays JSON', (_, condition) => {
    expect(toClauses(condition)).toBeUndefined();
  });
});
