import { z } from 'zod';
import { isJsonObject, type JsonObject } from './json.ts';
import { boundedRecord } from './bounded-record.ts';
import { text } from './text.ts';

/** Context: facts that the workspace's backend vouches for, such as the account of the user. */

/** The most members of a context. */
export const mostContextMembers = 32;
/** The longest text in a context, in characters. */
const textCharacters = 1000;
/** Names that every object seems to have. */
const prototypeNames = new Set(['__proto__', 'constructor', 'prototype']);

export const ContextName = z
  .string()
  .max(64)
  .regex(/^[A-Za-z_][A-Za-z0-9_-]*$/, 'must start with a letter and hold letters, digits, _ and -')
  .refine((name) => !prototypeNames.has(name), 'is not a name');

const Scalar = z.union([text({ max: textCharacters }), z.number(), z.boolean()], {
  error: `must be a number, true, false, or a text of at most ${textCharacters} characters`,
});

/** The values by name. Which ones there may be, the agent's schema says. */
export const Context = boundedRecord(ContextName, Scalar, { most: mostContextMembers }).meta({
  id: 'Context',
});
export type Context = z.infer<typeof Context>;

/** The description of a context in a request. */
export function givenContext(use: string): string {
  return `Facts that your backend vouches for, by the names that the agent declares. With an API key, or by an admin in the console; a session token has a claim of this name. ${use}`;
}

/** The time zone of the times that an agent's model is shown, if the agent names none. */
export const defaultTimeZone = 'UTC';

/** A name of the IANA time zone database. */
export const TimeZone = z
  .string()
  .max(64, { abort: true })
  .refine(isTimeZone, 'must be a time zone of the IANA database, such as Europe/Berlin');

function isTimeZone(name: string): boolean {
  // Offsets such as +01:00 know nothing of daylight saving.
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** The names that a schema of a context declares, in its order. */
export function contextNames({ properties }: JsonObject): string[] {
  return isJsonObject(properties) ? Object.keys(properties) : [];
}

const scalarTypes = new Set(['string', 'number', 'integer', 'boolean']);

/**
 * Why a JSON Schema cannot be that of a context: it must declare each member, at most {@link mostContextMembers}, and each must be a
 * scalar. Undefined if it can.
 */
export function faultOfContextSchema(schema: JsonObject): string | undefined {
  if (schema['type'] !== 'object') return 'must be of type object';
  if (!isJsonObject(schema['properties'])) return 'must have properties';
  const members = Object.entries(schema['properties']);
  if (members.length > mostContextMembers) return `must declare at most ${mostContextMembers} properties`;
  for (const [name, member] of members) {
    const shown = name.slice(0, 64);
    if (!ContextName.safeParse(name).success)
      return `declares ${JSON.stringify(shown)}: a name starts with a letter and holds letters, digits, _ and -`;
    if (!isScalarSchema(member))
      return `must say of ${shown} that it is a string, number, integer or boolean`;
  }
  return undefined;
}

function isScalarSchema(schema: unknown): boolean {
  if (!isJsonObject(schema)) return false;
  const { type } = schema;
  if (Array.isArray(type)) return type.length > 0 && type.every((each) => scalarTypes.has(each as string));
  return typeof type === 'string' && scalarTypes.has(type);
}
