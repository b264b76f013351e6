import type { FuncKeywordDefinition } from 'ajv/dist/2020.js';
import { fullFormats } from 'ajv-formats/dist/formats.js';
import { isJsonObject, type JsonObject } from '#contract/json.ts';
import { schemaLists, schemaMaps, schemas } from '#contract/json-schema/keywords.ts';
import { fromJsonText, type JsonText } from '#contract/json-text.ts';
import { boundsNumbers, boundsOfNumbers, comparesNumbers, namesNumbers } from './compares-numbers.ts';
import { compileAnySchema, currentSchema } from './compile-schema.ts';
import { CompiledSchemas } from './compiled-schemas.ts';

/*
 * Conditions of gates and policies. JSON Schema takes a keyword for fulfilled by what it is not about: `maximum` by a text, and
 * by an amount that is not there. Where that decides whether a call is held, it cannot be judged (approval-policy.apply.unclear).
 *
 * Each place where it happens has a keyword of our own, which is evaluated twice: as what would fulfil the whole condition, and
 * as what would not. If both agree, the rest of the condition decides.
 */

/** Which way a place counts: it helps to fulfil the condition, it helps not to, or nobody can tell. */
type Way = 'for' | 'against' | 'mixed';

const keyword = 'heddle:unjudged';

/** The keywords that are about values of a type only. */
const aboutType = {
  number: boundsOfNumbers,
  string: ['pattern', 'minLength', 'maxLength'],
  object: [
    'properties',
    'required',
    'patternProperties',
    'additionalProperties',
    'propertyNames',
    'minProperties',
    'maxProperties',
    'dependentRequired',
    'dependentSchemas',
    'unevaluatedProperties',
  ],
  array: ['items', 'prefixItems', 'contains', 'minItems', 'maxItems', 'uniqueItems', 'unevaluatedItems'],
} as const;

/** The condition that is being evaluated. A thread has one at a time. */
const evaluation = { isForIt: true, met: false, mixed: false };

const unjudged: FuncKeywordDefinition = {
  keyword,
  errors: false,
  validate: (way: Way) => {
    evaluation.met = true;
    if (way === 'mixed') evaluation.mixed = true;
    return (way === 'for') === evaluation.isForIt;
  },
};

const compiled = new CompiledSchemas((schema) =>
  compileAnySchema(withUnjudged(schema), undefined, [unjudged]),
);

/**
 * Whether a value fulfils a condition. Call it only in a thread of the schema pool.
 * @returns undefined if that cannot be judged: the condition compares what is not there, or is of another type
 * @throws {SchemaError} if the condition does not compile, which publication has ruled out
 */
export function judgeCondition(
  workspaceId: string,
  condition: JsonText,
  value: unknown,
): boolean | undefined {
  const validate = compiled.get(workspaceId, condition);
  try {
    Object.assign(evaluation, { isForIt: true, met: false, mixed: false });
    const atBest = validate(value);
    if (!evaluation.met) return atBest;
    if (evaluation.mixed) return undefined;
    if (!atBest) return false;
    evaluation.isForIt = false;
    const atWorst = validate(value);
    return evaluation.mixed || !atWorst ? undefined : true;
  } catch (error) {
    // A cycle of references that consume nothing.
    if (!(error instanceof RangeError)) throw error;
    return undefined;
  } finally {
    validate.errors = null;
  }
}

/** The condition with our keyword at each place. References stay as they are, because nothing moves. */
function withUnjudged(condition: JsonText): JsonObject {
  // The target of a reference may be reached by several paths.
  const refers = /"\$(?:dynamicRef|ref)":/.test(condition);
  const turns = /"(?:not|if|oneOf|maxContains)":/.test(condition);
  const root = currentSchema(fromJsonText(condition));
  return marked(root, refers && turns ? 'mixed' : 'for', root);
}

function marked(schema: JsonObject, way: Way, root: JsonObject): JsonObject {
  const after: JsonObject = { ...schema };
  delete after[keyword];
  for (const name of schemaMaps) {
    const members = schema[name];
    if (!isJsonObject(members)) continue;
    after[name] = Object.fromEntries(
      Object.entries(members).map(([member, each]) => [
        member,
        isJsonObject(each) ? marked(each, way, root) : each,
      ]),
    );
  }
  for (const name of schemaLists) {
    const list = schema[name];
    if (!Array.isArray(list)) continue;
    const inside = name === 'oneOf' ? 'mixed' : way;
    after[name] = list.map((each: unknown) => (isJsonObject(each) ? marked(each, inside, root) : each));
  }
  for (const name of schemas) {
    const each = schema[name];
    if (isJsonObject(each)) after[name] = marked(each, wayInside(schema, name, way), root);
  }
  const ofType = ofAnotherType(schema, way);
  const places = [
    ...ofType,
    ...notThere(schema, root).map((name) => ({ if: { required: [name] }, else: { [keyword]: way } })),
  ];
  if (places.length === 0) return after;
  // They say it of the type, too.
  if (ofType.length > 0) for (const name of ['type', ...namesNumbers(schema)]) delete after[name];
  const allOf: unknown[] = Array.isArray(after['allOf']) ? after['allOf'] : [];
  return { ...after, allOf: [...allOf, ...places] };
}

/** The members that a schema compares with numbers and does not require. */
function notThere({ properties, required }: JsonObject, root: JsonObject): string[] {
  if (!isJsonObject(properties)) return [];
  const names: unknown[] = Array.isArray(required) ? required : [];
  return Object.entries(properties).flatMap(([name, member]) =>
    isJsonObject(member) && !names.includes(name) && comparesNumbers(member, root) ? [name] : [],
  );
}

/** A value of a type that the keywords of a schema are not about cannot be judged. Null may be named as another one. */
function ofAnotherType(schema: JsonObject, way: Way): JsonObject[] {
  const ofFormat = typeOfFormat(schema);
  const about = Object.entries(aboutType).flatMap(([type, names]) =>
    names.some((name) => name in schema) || (type === 'number' && boundsNumbers(schema)) || type === ofFormat
      ? [type]
      : [],
  );
  if (about.length === 0) return [];
  const { type } = schema;
  const named: unknown[] = [
    ...(Array.isArray(type) ? (type as unknown[]) : [type]),
    ...(Array.isArray(schema['enum']) && schema['enum'].includes(null) ? ['null'] : []),
  ];
  const said = ['type', ...namesNumbers(schema)].filter((name) => schema[name] !== undefined);
  const then = said.length === 0 ? true : Object.fromEntries(said.map((name) => [name, schema[name]]));
  const types = named.includes('null') ? [...about, 'null'] : about;
  return [{ if: { type: types }, then, else: { [keyword]: way } }];
}

/** The type of which a format is; undefined if there is none that is checked. */
function typeOfFormat({ format }: JsonObject): 'number' | 'string' | undefined {
  const known =
    typeof format === 'string' && Object.hasOwn(fullFormats, format)
      ? fullFormats[format as keyof typeof fullFormats]
      : true;
  if (known === true) return undefined;
  return typeof known === 'object' && 'type' in known && known.type === 'number' ? 'number' : 'string';
}

function wayInside(schema: JsonObject, name: string, way: Way): Way {
  if (name === 'if' || (name === 'contains' && 'maxContains' in schema)) return 'mixed';
  if (name !== 'not' || way === 'mixed') return way;
  return way === 'for' ? 'against' : 'for';
}
