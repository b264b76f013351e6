import { Ajv as Draft07 } from 'ajv';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '#contract/json.ts';
import { inCurrentDialect } from '#contract/json-schema/current-dialect.ts';

const draft07 = 'http://json-schema.org/draft-07/schema#';
const draft2019 = 'https://json-schema.org/draft/2019-09/schema';
const draft2020 = 'https://json-schema.org/draft/2020-12/schema';
const options = { strict: false, logger: false } as const;

const schemaOf = (schema: JsonObject): JsonObject => {
  const converted = inCurrentDialect(schema);
  if ('fault' in converted) throw new Error(converted.fault.message);
  return converted.schema;
};
const faultOf = (schema: JsonObject) => {
  const converted = inCurrentDialect(schema);
  return 'fault' in converted ? converted.fault : undefined;
};

const values = [
  {},
  [],
  ['x'],
  ['x', 1],
  [1, 'x'],
  ['x', 1, true],
  ['x', 1, 'y', 'z'],
  { a: 1 },
  'x',
  1,
  null,
  { a: 1, b: 2 },
  { b: 2, c: '3' },
  { b: 2, c: 3 },
  { value: 1, next: { value: 2, next: { value: 'x' } } },
].flatMap((value) => [value, { a: value }, { a: value, b: 1 }]);

const tuple = { type: 'array', items: [{ type: 'string' }, { type: 'number' }] };

const schemas: Record<string, JsonObject> = {
  'what zod writes': {
    type: 'object',
    properties: {
      a: { anyOf: [{ type: 'string', minLength: 1 }, { type: 'null' }] },
      b: { type: 'integer' },
    },
    required: ['a'],
    additionalProperties: false,
  },
  'a tuple': { properties: { a: tuple } },
  'a tuple with a rest': { properties: { a: { ...tuple, additionalItems: { type: 'boolean' } } } },
  'a closed tuple': { properties: { a: { ...tuple, minItems: 2, additionalItems: false } } },
  'additional items of no tuple': {
    properties: { a: { items: { type: 'string' }, additionalItems: false } },
  },
  'additional items alone': { properties: { a: { additionalItems: false, minItems: 1 } } },
  'dependencies of both kinds': {
    dependencies: { a: ['b'], b: { properties: { c: { type: 'string' } }, required: ['c'] } },
  },
  'a dependency that fails': { dependencies: { b: false } },
  'properties with names of keywords': {
    properties: { items: { type: 'string' }, dependencies: { $ref: '#/properties/items' }, a: tuple },
  },
  'a reference with words beside it': {
    properties: { a: { $ref: '#/definitions/b', description: 'A', 'x-order': 1 } },
    definitions: { b: { type: 'string' } },
  },
  'references into what moves': {
    properties: {
      a: { ...tuple, additionalItems: { type: 'boolean' } },
      b: { $ref: '#/properties/a/items/1' },
      c: { $ref: '#/properties/a/additionalItems' },
    },
  },
  'a reference into dependencies': {
    dependencies: { a: { required: ['b'] } },
    properties: { a: { anyOf: [{ $ref: '#/dependencies/a' }, { type: 'number' }] } },
  },
  'references between properties, as zod writes them': {
    properties: { a: { type: 'string' }, b: { $ref: '#/properties/a' } },
  },
  'a schema that refers to itself': {
    $ref: '#/definitions/node',
    definitions: {
      node: {
        type: 'object',
        properties: { value: { type: 'number' }, next: { $ref: '#/definitions/node' } },
      },
    },
  },
  'a tuple in a combination': { properties: { a: { not: { allOf: [tuple, { maxItems: 2 }] } } } },
  'a name of a place': {
    properties: { a: { $id: '#a', type: 'string' }, b: { $ref: '#a' } },
  },
};

it.each(Object.entries(schemas))(
  '[patch.schema.dialects] %s of draft-07 means the same in 2020-12',
  (_, schema) => {
    const before = new Draft07(options).compile({ $schema: draft07, ...schema });
    const after = new Ajv2020(options).compile(schemaOf({ $schema: draft07, ...schema }));
    for (const value of values) expect({ value, fits: after(value) }).toEqual({ value, fits: before(value) });
    // The values tell schemas apart.
    expect(new Set(values.map((value) => before(value)))).toEqual(new Set([true, false]));
  },
);

it('[patch.schema.dialects] keywords beside a reference apply in 2019-09', () => {
  const schema = {
    $schema: draft2019,
    properties: { a: { $ref: '#/$defs/b', maxLength: 1 }, b: tuple },
    $defs: { b: { type: 'string' } },
  };
  const before = new Ajv2019(options).compile(schema);
  const after = new Ajv2020(options).compile(schemaOf(schema));
  for (const value of [...values, { a: 'xy' }]) expect(after(value)).toBe(before(value));
  expect(after({ a: 'xy' })).toBe(false);
});

it('[patch.schema.dialects] without $schema, a list of items is read as draft-07 has it, and all else as 2020-12', () => {
  expect(schemaOf({ properties: { a: { ...tuple, additionalItems: false } } })).toEqual({
    properties: { a: { type: 'array', prefixItems: tuple.items, items: false } },
  });
  const modern = { properties: { a: { $ref: '#/$defs/b', maxLength: 1 } }, $defs: { b: {} } };
  expect(schemaOf(modern)).toEqual(modern);
  expect(schemaOf({ $schema: `${draft2020}#`, ...modern })).toEqual(modern);
  expect(faultOf({ properties: { ...modern.properties, b: tuple } })?.message).toMatch(/beside \$ref/);
});

it('[patch.schema.dialects] definitions are moved to where providers of models look for them, with what refers to them', () => {
  const definitions = { b: { type: 'string' } };
  const properties = { definitions: { $ref: '#/definitions/b' }, a: { $ref: '#/properties/definitions' } };
  expect(schemaOf({ properties, definitions })).toEqual({
    properties: { definitions: { $ref: '#/$defs/b' }, a: { $ref: '#/properties/definitions' } },
    $defs: definitions,
  });
  const absolute = { $id: 'https://host/a', $ref: 'https://host/a#/definitions/b', definitions };
  expect(schemaOf(absolute)).toEqual(absolute);
  const both = { $ref: '#/definitions/b', definitions, $defs: {} };
  expect(schemaOf(both)).toEqual(both);
});

it('[patch.schema.dialects] dependencies are converted in 2020-12 too, where validators apply them though it has none', () => {
  expect(schemaOf({ dependencies: { a: ['b'], c: { required: ['d'] } } })).toEqual({
    dependentRequired: { a: ['b'] },
    dependentSchemas: { c: { required: ['d'] } },
  });
});

it('[patch.schema.dialects] a part with a dialect of its own is read by that', () => {
  expect(schemaOf({ $schema: draft2020, properties: { a: { $schema: draft07, ...tuple } } })).toEqual({
    properties: { a: { type: 'array', prefixItems: tuple.items } },
  });
});

it('[patch.schema.dialects] data in a schema is no schema', () => {
  const data = { const: { $ref: 1, items: [], $schema: 'x' }, default: { dependencies: {} }, enum: [tuple] };
  expect(schemaOf({ $schema: draft07, properties: { a: data } })).toEqual({ properties: { a: data } });
});

it('[patch.schema.dialects] a root that only refers to an object is one', () => {
  const definitions = { Payment: { type: 'object' }, Amount: { type: 'number' } };
  expect(schemaOf({ $schema: draft07, $ref: '#/definitions/Payment', definitions })['type']).toBe('object');
  expect(schemaOf({ $schema: draft07, $ref: '#/definitions/Amount', definitions })).not.toHaveProperty(
    'type',
  );
});

describe('[patch.schema.unknown-dialect]', () => {
  it.each([
    ['draft-04', 'http://json-schema.org/draft-04/schema#'],
    ['no dialect in particular', 'http://json-schema.org/schema#'],
    ['a dialect of its own', 'https://example.com/meta'],
    ['no text', 7],
    ['a name of the prototype', 'http://json-schema.org/constructor/schema#'],
  ])('a schema of %s is refused by a code of its own, which says what is accepted', (_, $schema) => {
    expect(faultOf({ $schema, type: 'object' })).toEqual({
      code: 'unsupported_dialect',
      message: expect.stringMatching(/^\$schema must be https:.*2020-12.*draft-07/) as string,
    });
  });

  it.each([
    [
      { properties: { a: { exclusiveMinimum: true } } },
      'exclusiveMinimum must be a number: true and false are of draft-04 (at /properties/a)',
    ],
    [
      { $schema: draft07, allOf: [{ exclusiveMaximum: false }] },
      'exclusiveMaximum must be a number: true and false are of draft-04 (at /allOf/0)',
    ],
    [
      { $schema: draft07, properties: { a: { $ref: '#/definitions/b', maxLength: 2 } } },
      'draft-07 ignores maxLength beside $ref: put $ref into allOf (at /properties/a)',
    ],
    [
      { $schema: draft07, unevaluatedProperties: false },
      'unevaluatedProperties means something else in draft-07 than in 2020-12, or nothing',
    ],
    [
      { $schema: 'http://json-schema.org/draft-06/schema#', if: {} },
      'if means something else in draft-06 than in 2020-12, or nothing',
    ],
    [
      { dependencies: { a: ['b'] }, dependentSchemas: {} },
      'dependencies cannot stand beside dependentSchemas',
    ],
    [{ $schema: draft2020, items: [{}] }, 'a list of items is prefixItems in 2020-12'],
  ])('%j is refused: %s', (schema, message) => {
    expect(faultOf(schema)).toEqual({ code: 'invalid_schema', message });
  });
});
