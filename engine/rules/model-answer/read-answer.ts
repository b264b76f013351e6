import { canonicalJson } from '#contract/canonical-json.ts';
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
 * off or is invalid is an error: neither a part of it nor the text beside it is the result. So is one with several
 * objects, or several lists, that differ: it may be a draft and its correction, in either order.
 */
export function readAnswer(answer: string): ReadAnswer {
  if (answer.length > longestAnswer) return { fault: 'is too long' };
  // Looking for a value among so many beginnings takes as long as reading them.
  if (hasTooManyValues(answer, mostSeparators)) return { fault: 'has too many values' };
  const text = jsonTextOf(answer);
  if (typeof text === 'object') return text;
  if (hasTooManyValues(text, mostSeparators)) return { fault: 'has too many values' };
  const read = readJson(text);
  if (!('fault' in read)) return read;
  if (read.fault === 'repeated_member') return { fault: 'has an object that names a member twice' };
  if (read.fault === 'inexact_number')
    return { fault: `has a number that would be changed: ${read.path} ${inexactNumber}` };
  return { fault: 'is not JSON' };
}

function jsonTextOf(answer: string): string | { fault: string } {
  const whole = [answer, fencedIn(answer)].find(isJson);
  if (whole !== undefined) return whole;
  const found: string[] = [];
  for (const { json, isPart } of jsonIn(answer, ['{', '['])) {
    if (isPart) return { fault: 'is not JSON' };
    found.push(json);
  }
  const longest = found.reduce((most, json) => (json.length > most.length ? json : most), '');
  if (longest === '') return { fault: 'is not JSON' };
  const rivals = found.filter((json) => json[0] === longest[0] && json !== longest && !isCitation(json));
  if (rivals.length === 0) return longest;
  const value = comparable(longest);
  const differs = rivals.some((json) => comparable(json) !== value);
  return differs ? { fault: 'has several JSON values that differ' } : longest;
}

/** The number of a note, or several, as in `[1]`. */
function isCitation(json: string): boolean {
  return /^\[\d{1,3}(?:, ?\d{1,3}){0,9}\]$/.test(json);
}

/** The same for equal values, however they are written. One that cannot be read exactly is only the same as itself. */
function comparable(json: string): string {
  const read = readJson(json);
  return 'fault' in read ? json : canonicalJson(read.value);
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
