import { describe, expect, it } from 'vitest';
import type { JsonObject } from '#contract/json.ts';
import { toJsonText } from '#contract/json-text.ts';
import { compileSchema, SchemaError } from '#patches/schemas/compile-schema.ts';
import { validateArgs } from '#patches/schemas/input-schema.ts';

const validate = (schema: JsonObject, args: JsonObject) =>
  validateArgs('workspace', toJsonText(schema), args);
const object = (parts: JsonObject = {}): JsonObject => ({ type: 'object', ...parts });
const property = (a: unknown, parts: JsonObject = {}) => object({ properties: { a }, ...parts });

const draft07 = (parts: JsonObject = {}) =>
  object({ $schema: 'http://json-schema.org/draft-07/schema#', ...parts });

/** Thirty definitions, each of which applies the next one twice: 2^30 checks. */
const doubling = Object.fromEntries(
  Array.from({ length: 30 }, (_, n) => [
    `d${n}`,
    n === 29 ? { type: 'string' } : { allOf: [{ $ref: `#/$defs/d${n + 1}` }, { $ref: `#/$defs/d${n + 1}` }] },
  ]),
);

it.each([
  [object()],
  [object({ $schema: 'https://json-schema.org/draft/2020-12/schema' })],
  [draft07({ properties: { items: {}, dependencies: { const: { $ref: 1, items: [] } } } })],
  [draft07({ properties: { a: { $ref: '#/definitions/b', title: 'A' } }, definitions: { b: {} } })],
  [object({ title: 'T', 'x-vendor': 1, example: {} })],
  [property({ type: 'string', format: 'email' })],
  [property({ type: 'string', format: 'unheard-of' })],
  [property({ $ref: '#/$defs/b' }, { $defs: { b: { type: 'integer' } } })],
  [property({ $ref: '#' })],
  [object({ $id: 'https://host/schema', $defs: { b: { $anchor: 'b' } }, properties: { b: { $ref: '#b' } } })],
  [property({ prefixItems: [{}], items: false }, { unevaluatedProperties: false })],
  [property({ $ref: '#/$defs/d0' }, { $defs: doubling })],
  [
    property(
      { pattern: '^(?<year>\\d{4})-\\u0041[^\\]]\\p{L}{1,1000}$' },
      { patternProperties: { '^(a|b)+$': {} } },
    ),
  ],
])('%j compiles', (schema) => {
  expect(compileSchema(schema)).toBeTypeOf('function');
});

it.each([
  [{}, /type object/],
  [{ type: 'array' }, /type object/],
  [{ type: ['object', 'null'] }, /type object/],
  [object({ $schema: 'http://json-schema.org/draft-04/schema#' }), /\$schema must be https:/],
  [object({ $schema: 1 }), /\$schema/],
  [property({ type: 'nonsense' }), /not a JSON Schema/],
  [property(1), /not a JSON Schema/],
  [object({ required: 'a' }), /not a JSON Schema/],
  [property({ pattern: '(' }), /regular expression|not a JSON Schema/],
  [property({ $ref: 'https://host/schema' }), /can't resolve/],
  [property({ $ref: 'file:///etc/passwd' }), /can't resolve/],
  [property({ $ref: 'https://json-schema.org/draft/2020-12/schema' }), /can't resolve/],
  [property({ $ref: '#/$defs/none' }), /can't resolve/],
  [object({ $async: true }), /async/],
  [property({ pattern: '^(?=a)b' }), /linear time/],
  [property({ pattern: '(?<!a)b' }), /linear time/],
  [property({ pattern: '(a)\\1' }), /linear time/],
  [property({ pattern: 'a{1001}' }), /linear time/],
  [property({ pattern: '(a{1000}){1000}' }), /linear time/],
  [object({ patternProperties: { '^(?!a)': {} } }), /linear time/],
  // RE2 would take it.
  [property({ pattern: '(?P<a>b)' }), /Invalid regular expression/],
  [
    object({ properties: { a: { $id: 'x', $anchor: 'a' }, b: { $id: 'x', $anchor: 'b' } } }),
    /does not compile/,
  ],
])('%j does not compile', (schema, why) => {
  expect(() => compileSchema(schema)).toThrow(SchemaError);
  expect(() => compileSchema(schema)).toThrow(why);
});

it('no $id of one schema is known to another', () => {
  compileSchema(object({ $id: 'https://host/first' }));
  expect(() => compileSchema(property({ $ref: 'https://host/first' }))).toThrow(SchemaError);
  expect(compileSchema(object({ $id: 'https://host/first', title: 'Another' }))).toBeTypeOf('function');
});

it('a schema is data, whatever it says', () => {
  const code = '"];process.exit(1);//`${process.exit(1)}';
  const schema = object({
    properties: { [code]: { const: code, description: code } },
    required: [code],
    patternProperties: { '^"\\]': {} },
  });
  expect(validate(schema, { [code]: code })).toEqual({ ok: true });
});

const transfer = object({
  properties: {
    amount: { type: 'integer', minimum: 1 },
    currency: { enum: ['EUR', 'USD'] },
    kind: { const: 'sepa' },
    to: object({
      properties: { iban: { type: 'string', maxLength: 34 } },
      required: ['iban'],
      additionalProperties: false,
    }),
    tags: { type: 'array', items: { type: 'string' } },
    day: { type: 'string', format: 'date' },
    'a/b': { type: 'string' },
  },
  required: ['amount'],
  unevaluatedProperties: false,
});

it.each([
  [{ amount: 1 }],
  [{ amount: 1, currency: 'EUR', kind: 'sepa', to: { iban: 'x' }, tags: ['a'], day: '2026-02-28' }],
])('%j is valid', (args) => {
  expect(validate(transfer, args)).toEqual({ ok: true });
});

it.each([
  [{}, [{ path: 'amount', message: 'is required' }]],
  [{ amount: '1' }, [{ path: 'amount', message: 'must be integer' }]],
  [{ amount: 0 }, [{ path: 'amount', message: 'must be >= 1' }]],
  [{ amount: 1, currency: 'GBP' }, [{ path: 'currency', message: 'must be one of ["EUR","USD"]' }]],
  [{ amount: 1, kind: 'ach' }, [{ path: 'kind', message: 'must be "sepa"' }]],
  [{ amount: 1, to: {} }, [{ path: 'to.iban', message: 'is required' }]],
  [{ amount: 1, to: { iban: 'x', bic: 'y' } }, [{ path: 'to.bic', message: 'is not a known argument' }]],
  [{ amount: 1, tags: ['a', 2] }, [{ path: 'tags.1', message: 'must be string' }]],
  [{ amount: 1, day: '2026-02-30' }, [{ path: 'day', message: 'must match format "date"' }]],
  [{ amount: 1, 'a/b': 1 }, [{ path: 'a/b', message: 'must be string' }]],
  [{ amount: 1, extra: 1 }, [{ path: 'extra', message: 'is not a known argument' }]],
])('%j is not: %j', (args, errors) => {
  expect(validate(transfer, args)).toEqual({ ok: false, errors });
});

it('arguments stay as they were sent: no defaults, no coercion', () => {
  const args = { a: 1 };
  const schema = object({ properties: { a: { type: 'number' }, b: { default: 2 } } });
  expect(validate(schema, args)).toEqual({ ok: true });
  expect(args).toEqual({ a: 1 });
});

it('what is told of many or long errors is short', () => {
  const schema = object({ additionalProperties: false, properties: { a: { enum: ['x'.repeat(1000)] } } });
  const args = {
    a: 1,
    ...Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`${n}${'k'.repeat(500)}`, n])),
  };
  const validation = validate(schema, args);
  if (validation.ok) throw new Error('the arguments are not valid');
  expect(validation.errors).toHaveLength(8);
  expect(JSON.stringify(validation.errors).length).toBeLessThan(4000);
});

it('prototypes do not count as arguments', () => {
  const schema = object({ required: ['constructor', 'toString'], additionalProperties: false });
  expect(validate(schema, {})).toMatchObject({ ok: false });
});

it('references in a circle end', () => {
  expect(validate(object({ allOf: [{ $ref: '#' }] }), {})).toEqual({
    ok: false,
    errors: [{ path: '', message: 'take too long to validate' }],
  });
});

it('what is told of invalid arguments is well-formed, wherever long names are cut', () => {
  for (const length of [198, 199, 200]) {
    const name = `${'x'.repeat(length)}🧵`;
    const validation = validate(object({ additionalProperties: false }), { [name]: 1 });
    expect(validation).toMatchObject({ ok: false });
    expect(JSON.stringify(validation)).not.toMatch(/\\ud/);
  }
});

describe('[patch.schema.linear-patterns]', () => {
  /** JavaScript's own engine would take longer than anybody waits. */
  const text = `${'a'.repeat(50_000)}!`;

  it('a pattern that would backtrack is matched', () => {
    const schema = object({
      properties: { a: { pattern: '^(a+)+$' } },
      patternProperties: { '^(a|a)*$': { type: 'integer' } },
    });
    expect(validate(schema, { a: text })).toEqual({
      ok: false,
      errors: [
        { path: 'a', message: 'must match pattern "^(a+)+$"' },
        { path: 'a', message: 'must be integer' },
      ],
    });
    expect(validate(schema, { [text]: 'not looked at' })).toEqual({ ok: true });
  });

  it('two patterns of a schema are kept apart', () => {
    const schema = object({ properties: { a: { pattern: '^a$' }, b: { pattern: '^b$' } } });
    expect(validate(schema, { a: 'a', b: 'b' })).toEqual({ ok: true });
    expect(validate(schema, { a: 'b', b: 'a' })).toMatchObject({ errors: [{ path: 'a' }, { path: 'b' }] });
  });

  it('what was published with another pattern is validated as before', () => {
    expect(validate(property({ pattern: '^(?=a)ab$' }), { a: 'ab' })).toEqual({ ok: true });
    expect(validate(property({ pattern: '^(?=a)ab$' }), { a: 'b' })).toMatchObject({ ok: false });
  });
});

it('[number.decimal-multiples] amounts with two decimals are multiples of 0.01', () => {
  const schema = property({ type: 'number', multipleOf: 0.01 });
  for (let cents = 0; cents <= 3000; cents += 1)
    expect(validate(schema, { a: cents / 100 })).toEqual({ ok: true });
  expect(validate(schema, { a: 19.995 })).toEqual({
    ok: false,
    errors: [{ path: 'a', message: 'must be a multiple of 0.01' }],
  });
});

it('[number.decimal-multiples] what divides is judged in time, whatever the exponents', () => {
  const schema = property({ items: { multipleOf: 1e-308 } });
  expect(validate(schema, { a: Array.from({ length: 50_000 }, () => 1e308) })).toEqual({ ok: true });
});
