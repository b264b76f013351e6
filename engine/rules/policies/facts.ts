import { isJsonObject, type JsonObject } from '#contract/json.ts';
import type { Match } from './apply-policy.ts';

/** The members of a condition's value that some calls lack: a condition that names one cannot be judged for those. */
const facts = ['payment', 'payee', 'origins', 'unusual'] as const;

/** The keywords whose members say something about a member of the value by its name. */
const namesAsKeys = [
  'properties',
  'patternProperties',
  'dependentSchemas',
  'dependentRequired',
  'dependencies',
];
/** The keywords whose schemas are about the value itself. Definitions are, where a reference says so. */
const maps = ['dependentSchemas', 'dependencies', '$defs', 'definitions'];
const lists = ['allOf', 'anyOf', 'oneOf'];
const schemas = ['not', 'if', 'then', 'else'];

/**
 * The conditions of rules that can be judged for a call, in order (approval-policy.facts): those before the first one that names a
 * fact which the call lacks. Later ones cannot decide, because that one may match.
 */
export function judgeableConditions(
  rules: readonly { when?: JsonObject | undefined }[],
  value: JsonObject,
): (JsonObject | undefined)[] {
  const missing = facts.filter((name) => !(name in value));
  const conditions = rules.map(({ when }) => when);
  const unclear = conditions.findIndex(
    (when) => when !== undefined && missing.some((name) => names(when, name)),
  );
  return unclear === -1 ? conditions : conditions.slice(0, unclear);
}

/**
 * Which rule matches first.
 * @param first the first of the conditions that is fulfilled, -1 for none, undefined if that cannot be judged
 * @param complete whether the conditions of all rules could be judged
 */
export function matchOf(first: number | undefined, complete: boolean): Match {
  return first === undefined || (first === -1 && !complete) ? 'unknown' : first;
}

/** Whether a schema says anything about a member of its value. A reference or a pattern that may say it counts. */
function names(schema: JsonObject, name: string): boolean {
  const { required, $ref: reference } = schema;
  if ('patternProperties' in schema || '$dynamicRef' in schema || '$recursiveRef' in schema) return true;
  if (typeof reference === 'string' && !/^#(?:$|\/(?:\$defs|definitions)\/)/.test(reference)) return true;
  if (isNamed(required, name)) return true;
  const named = namesAsKeys.map((keyword) => schema[keyword]).filter(isJsonObject);
  if (named.some((map) => Object.hasOwn(map, name))) return true;
  if (named.some((map) => Object.values(map).some((each) => isNamed(each, name)))) return true;
  const inner = [
    ...maps.flatMap((keyword) => (isJsonObject(schema[keyword]) ? Object.values(schema[keyword]) : [])),
    ...lists.flatMap((keyword) => (Array.isArray(schema[keyword]) ? (schema[keyword] as unknown[]) : [])),
    ...schemas.map((keyword) => schema[keyword]),
  ];
  return inner.some((each) => isJsonObject(each) && names(each, name));
}

function isNamed(list: unknown, name: string): boolean {
  return Array.isArray(list) && list.includes(name);
}
