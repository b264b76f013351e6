import { escapedJson, hasUnseen } from '#contract/words/unseen-characters.ts';
import { exactNumber } from './exact-number.ts';
import { readTyped } from './typed-json.ts';

type Json = Record<string, unknown>;

/** A field of a form for the arguments of a call. */
export interface ArgumentField {
  name: string;
  /** `json`: anything that no other kind of field can hold exactly as it is. */
  kind: 'text' | 'number' | 'boolean' | 'choice' | 'json';
  required: boolean;
  hint?: string;
  choices?: string[];
  /** The initial text. Empty for an argument that is absent. */
  text: string;
}

/** The fields for the arguments of a call, by the schema of its patch: those that the schema names, then all others. */
export function fieldsOf(schema: unknown, args: Json): ArgumentField[] {
  const { properties, required } = asObject(schema);
  const known = asObject(properties);
  const needed = Array.isArray(required) ? required : [];
  const names = [...new Set([...Object.keys(known), ...Object.keys(args)])];
  return names.map((name) => fieldOf(name, asObject(known[name]), args, needed.includes(name)));
}

function fieldOf(name: string, schema: Json, args: Json, required: boolean): ArgumentField {
  const { description } = schema;
  const base = { name, required, ...(typeof description === 'string' && { hint: description }) };
  const isThere = Object.hasOwn(args, name);
  const value = args[name];
  const choices = choicesOf(schema);
  if (choices !== undefined && (!isThere || choices.includes(value as string))) {
    return { ...base, kind: 'choice', choices, text: isThere ? String(value) : '' };
  }
  const { type } = schema;
  if (type === 'boolean' && (!isThere || typeof value === 'boolean')) {
    return { ...base, kind: 'boolean', text: isThere ? String(value) : '' };
  }
  if ((type === 'number' || type === 'integer') && (!isThere || typeof value === 'number')) {
    return { ...base, kind: 'number', text: isThere ? JSON.stringify(value) : '' };
  }
  // In a field, nobody would see what cannot be seen, and browsers change other line breaks.
  const fits = typeof value === 'string' && !hasUnseen(value) && !value.includes('\r');
  if (type === 'string' && (!isThere || fits)) {
    return { ...base, kind: 'text', text: isThere ? String(value) : '' };
  }
  return { ...base, kind: 'json', text: isThere ? jsonText(value) : '' };
}

function choicesOf({ enum: values }: Json): string[] | undefined {
  if (!Array.isArray(values) || !values.every((value) => typeof value === 'string')) return undefined;
  return values.every((value) => value !== '' && !hasUnseen(value)) ? values : undefined;
}

/** JSON to be edited: what cannot be seen is escaped. */
export function jsonText(value: unknown): string {
  return escapedJson(JSON.stringify(value, null, 2) ?? '');
}

/** Arguments, or what is wrong with which of them. */
export type ReadArguments = { args: Json } | { faults: ReadonlyMap<string, string> };

/**
 * The arguments that a form holds. A field that was not touched keeps the value that it was made from, and one that is empty and
 * not required is left out.
 * @param texts what was typed, by the name of the field
 */
export function readFields(
  fields: readonly ArgumentField[],
  texts: ReadonlyMap<string, string>,
  args: Json,
): ReadArguments {
  const entries: [string, unknown][] = [];
  const faults: [string, string][] = [];
  for (const field of fields) {
    const { name, kind, required } = field;
    const text = texts.get(name) ?? field.text;
    if (text === field.text) {
      if (Object.hasOwn(args, name)) entries.push([name, args[name]]);
    } else if (text.trim() === '' && !(required && kind === 'text')) {
      // Left out: the API says if it is needed.
    } else {
      const read = readText(kind, text);
      if ('fault' in read) faults.push([name, read.fault]);
      else entries.push([name, read.value]);
    }
  }
  return faults.length > 0 ? { faults: new Map(faults) } : { args: Object.fromEntries(entries) };
}

function readText(kind: ArgumentField['kind'], text: string): { value: unknown } | { fault: string } {
  switch (kind) {
    case 'text':
    case 'choice':
      return { value: text };
    case 'boolean':
      return { value: text === 'true' };
    case 'number':
      return exactNumber(text.trim());
    case 'json':
      return readTyped(text);
  }
}

/** The arguments that are written as one JSON text. Faults have the name ''. */
export function readArguments(text: string): ReadArguments {
  const read = readTyped(text);
  if ('fault' in read) return { faults: new Map([['', read.fault]]) };
  const { value } = read;
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? { args: value as Json }
    : { faults: new Map([['', 'must be a JSON object']]) };
}

function asObject(value: unknown): Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};
}
