import { readJson } from '#contract/exact-json.ts';
import { inexactNumber } from '#contract/exact-number.ts';
import { hasTooManyValues } from '#contract/json-size.ts';
import { jsonIn } from './find-json.ts';

/** More than any result may have, with words around it. */
const longestAnswer = 300_000;
/** Checking a value with more would delay other requests. */
const mostSeparators = 50_000;

/** A model's answer: a JSON value, or the reason why it is none. */
export type ReadAnswer = { value: unknown } | { fault: string };

/**
 * Reads the JSON value of a model's answer: the whole answer, or the content of a code fence, or the longest JSON
 * object or array among its words. Models add text even if the prompt forbids it. An answer with a value that breaks
 * off or is invalid is an error: neither a part of it nor the text beside it is the result.
 */
export function readAnswer(answer: string): ReadAnswer {
  if (answer.length > longestAnswer) return { fault: 'is too long' };
  // Looking for a value among so many beginnings takes as long as reading them.
  if (hasTooManyValues(answer, mostSeparators)) return { fault: 'has too many values' };
  const text = jsonTextOf(answer);
  if (text === undefined) return { fault: 'is not JSON' };
  if (hasTooManyValues(text, mostSeparators)) return { fault: 'has too many values' };
  const read = readJson(text);
  if (!('fault' in read)) return read;
  if (read.fault === 'repeated_member') return { fault: 'has an object that names a member twice' };
  if (read.fault === 'inexact_number')
    return { fault: `has a number that would be changed: ${read.path} ${inexactNumber}` };
  return { fault: 'is not JSON' };
}

function jsonTextOf(answer: string): string | undefined {
  const whole = [answer, fencedIn(answer)].find(isJson);
  if (whole !== undefined) return whole;
  let longest: string | undefined;
  for (const { json, isPart } of jsonIn(answer, ['{', '['])) {
    if (isPart) return undefined;
    if (json.length > (longest?.length ?? 0)) longest = json;
  }
  return longest;
}

function isJson(text: string): boolean {
  const read = readJson(text);
  return !('fault' in read && read.fault === 'not_json');
}

const fence = '```';

/** The text between the first code fence and the last, without the name of a language; empty if there are no two. */
function fencedIn(answer: string): string {
  const first = answer.indexOf(fence);
  const last = answer.lastIndexOf(fence);
  return first === last ? '' : answer.slice(first + fence.length, last).replace(/^\w*/, '');
}
