import { type JsonFault, readJson } from './exact-json.ts';
import { inexactNumber } from './exact-number.ts';
import { faultOfJson, isJsonObject, type JsonObject } from './json.ts';
import { hasMoreParts, mostParts, surelyHasMoreParts } from './json-parts.ts';

/** The arguments of a call, or why what was sent is none, in words for the model. */
export type ReadArguments = { args: JsonObject } | { fault: string };

/** Nothing at all stands for no arguments, as some models send it. */
const none = '{}';

/** Reads what a model sent as the arguments of a call. What is not an object, or would not be read as it is written, is refused. */
export function readArguments(text: string): ReadArguments {
  if (surelyHasMoreParts(text)) return tooManyParts;
  const read = readJson(text.trim() === '' ? none : text);
  if ('fault' in read) return { fault: faultInWords(read) };
  const { value } = read;
  if (!isJsonObject(value)) return { fault: `The arguments ${notAnObject(value)}.` };
  if (hasMoreParts(value)) return tooManyParts;
  const fault = faultOfJson(value, readable);
  return fault === undefined ? { args: value } : { fault: `The arguments: ${fault}.` };
}

/** The depth and the length of arguments are faults of their values, which validation tells. */
const readable = { depth: Number.POSITIVE_INFINITY, characters: Number.POSITIVE_INFINITY };

const tooManyParts: ReadArguments = {
  fault: `The arguments have over ${mostParts} members and elements (too_many_parts).`,
};

function faultInWords(fault: JsonFault): string {
  switch (fault.fault) {
    case 'not_json':
      return 'The arguments are not JSON.';
    case 'repeated_member':
      return 'The arguments have an object that names a member twice.';
    case 'inexact_number':
      return `The arguments have a number that would be changed: ${fault.path} ${inexactNumber}.`;
  }
}

function notAnObject(value: unknown): string {
  if (value === null) return 'are null, not an object: send {} if there are none';
  if (Array.isArray(value)) return 'are a list, not an object';
  if (typeof value !== 'string') return `are a ${typeof value}, not an object`;
  return holdsJson(value)
    ? 'are a string that contains JSON: send the object itself, encoded once'
    : 'are a string, not an object';
}

function holdsJson(text: string): boolean {
  const read = readJson(text);
  return !('fault' in read && read.fault === 'not_json');
}
