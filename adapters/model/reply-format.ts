import { isJsonObject } from '#contract/json.ts';
import type { ModelRequest } from '#engine/ports/model.ts';
import { statesTimes, timesExplained } from './stated-times.ts';

/**
 * The system prompt: first, how the times are to be read that the conversation states, and at the end the schema of the reply if there is
 * one, because few schemas can be given to a provider in another way. It is the same in all turns, so providers find it in their caches.
 */
export function instructionsOf(request: ModelRequest): string {
  const { instructions, reply_schema, tools } = request;
  const parts = [
    ...(statesTimes(request) ? [timesExplained] : []),
    ...(instructions.trim() === '' ? [] : [instructions]),
  ];
  if (reply_schema === undefined) return parts.length === 0 ? instructions : parts.join('\n\n');
  const when = tools.length === 0 ? 'Reply' : 'Call tools as you need them. When you are done, reply';
  return [
    ...parts,
    `${when} with one JSON value that is valid against the JSON Schema below, and with nothing else: no explanation and no code fence.`,
    `JSON Schema of the reply:\n${JSON.stringify(reply_schema)}`,
  ].join('\n\n');
}

/**
 * Keywords that the structured output of OpenAI and Anthropic has in common, with or without the constraints that they
 * ignore.
 */
const common = new Set([
  '$defs',
  '$ref',
  '$schema',
  'additionalProperties',
  'anyOf',
  'const',
  'description',
  'enum',
  'format',
  'items',
  'maxItems',
  'maximum',
  'minItems',
  'minimum',
  'multipleOf',
  'pattern',
  'properties',
  'required',
  'title',
  'type',
]);

/**
 * Whether providers are likely to accept a schema for structured output: an object whose parts are all named, required and
 * of the keywords that they know. They answer any other with a 400.
 */
export function fitsStructuredOutput(schema: { [keyword: string]: unknown }): boolean {
  if (schema['type'] !== 'object' || schema['anyOf'] !== undefined) return false;
  const open: unknown[] = [schema];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (!isJsonObject(next) || !isCommon(next)) return false;
    const { properties, $defs, items, anyOf } = next;
    for (const parts of [properties, $defs]) if (isJsonObject(parts)) open.push(...Object.values(parts));
    if (Array.isArray(anyOf)) open.push(...(anyOf as unknown[]));
    if (items !== undefined) open.push(items);
  }
  return true;
}

function isCommon(schema: { [keyword: string]: unknown }): boolean {
  if (!Object.keys(schema).every((keyword) => common.has(keyword))) return false;
  const { type, properties, required, additionalProperties } = schema;
  if (type !== 'object' && properties === undefined) return true;
  if (!isJsonObject(properties) || additionalProperties !== false) return false;
  const named = new Set(Array.isArray(required) ? required : []);
  return Object.keys(properties).every((name) => named.has(name));
}
