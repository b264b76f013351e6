import type { JsonObject } from '#contract/json.ts';
import type { JsonText } from '#contract/json-text.ts';
import { yieldToOthers } from '../event-loop/yield-to-others.ts';
import { Pace } from '../event-loop/pace.ts';
import { sortInTurns } from '../event-loop/sort-in-turns.ts';
import { HiddenValues, hiddenValuesOf } from '../rules/hidden-values.ts';
import type { Redactable } from '../rules/redacted-payload.ts';

/** A run may have results with very many redacted values. Of those, the newest are searched for. */
const mostValues = 20_000;
/** The event loop gets its turn after so much work, in characters: each takes up to some microseconds. */
const workAtOnce = 2048;
/** The work of a value apart from its characters. */
const workOfValue = 16;

/** A tenant's texts and values may take a second in all. */
const newPace = () => new Pace(workAtOnce);

/** The values that patches redact in their calls. */
export async function hiddenValues(calls: readonly Redactable[]): Promise<HiddenValues> {
  const values = new Set<string>();
  const pace = newPace();
  for (const call of calls.toReversed()) {
    if (call.redact === undefined) continue;
    for (const value of hiddenValuesOf(call)) {
      if (values.size >= mostValues) return await searchableIn(values);
      values.add(value);
      if (pace.spend(workOfValue)) await yieldToOthers();
    }
    await yieldToOthers();
  }
  return await searchableIn(values);
}

/** Sorting is most of the work of a search for many values. What is sorted takes hardly any. */
async function searchableIn(values: ReadonlySet<string>): Promise<HiddenValues> {
  return new HiddenValues(await sortInTurns([...values]));
}

/** A text without hidden values. */
export async function struckText(hidden: HiddenValues, text: string, pace = newPace()): Promise<string> {
  if (hidden.empty) return text;
  const stream = hidden.stream();
  let shown = '';
  for (let at = 0; at < text.length; at += workAtOnce) {
    const piece = text.slice(at, at + workAtOnce);
    shown += stream.add(piece);
    if (pace.spend(piece.length)) await yieldToOthers();
  }
  if (pace.spend(workOfValue)) await yieldToOthers();
  return shown + stream.end();
}

/**
 * An object whose texts and numbers hold no hidden values; the same object if it had none.
 * @param words texts that stay as they are: those that a schema allows, such as the state of a step, are no secrets,
 * and readers of the object depend on them
 */
export async function struckValues(
  hidden: HiddenValues,
  value: JsonObject,
  words: ReadonlySet<unknown> = new Set(),
): Promise<JsonObject> {
  return hidden.empty ? value : ((await struck({ hidden, words, pace: newPace() }, value)) as JsonObject);
}

interface Striking {
  hidden: HiddenValues;
  words: ReadonlySet<unknown>;
  pace: Pace;
}

async function struck(striking: Striking, value: unknown): Promise<unknown> {
  const { hidden, words, pace } = striking;
  if (words.has(value)) return value;
  if (typeof value === 'string') return await struckText(hidden, value, pace);
  if (typeof value === 'number') {
    if (pace.spend(workOfValue)) await yieldToOthers();
    return struckNumber(hidden, value);
  }
  if (typeof value !== 'object' || value === null) return value;
  const shown = new Map<string, unknown>();
  for (const [name, member] of Object.entries(value)) {
    const visible = await struck(striking, member);
    if (visible !== member) shown.set(name, visible);
  }
  if (shown.size === 0) return value;
  const entries = Object.entries(value).map(([name, member]) => [name, shown.get(name) ?? member] as const);
  return Array.isArray(value) ? entries.map(([, member]) => member) : Object.fromEntries(entries);
}

/** The number itself unless it contains a hidden value. */
function struckNumber(hidden: HiddenValues, value: number): number | string {
  const written = String(value);
  const shown = hidden.strike(written);
  return shown === written ? value : shown;
}

/** A payload whose texts and numbers hold no hidden values. Names of members are left alone. */
export async function struckPayload(hidden: HiddenValues, json: JsonText): Promise<JsonText> {
  if (hidden.empty) return json;
  const pace = newPace();
  const pieces: string[] = [];
  let copied = 0;
  for (const { 0: token, 1: colon, index } of json.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"(:?)|-?\d[\d.eE+-]*/g)) {
    if (colon === ':') continue;
    const value = JSON.parse(token) as string | number;
    const shown =
      typeof value === 'number' ? struckNumber(hidden, value) : await struckText(hidden, value, pace);
    if (pace.spend(workOfValue)) await yieldToOthers();
    if (shown === value) continue;
    pieces.push(json.slice(copied, index), JSON.stringify(shown));
    copied = index + token.length;
  }
  return (pieces.join('') + json.slice(copied)) as JsonText;
}

/** The texts that a schema allows by name. */
export function wordsOf(schema: JsonObject): ReadonlySet<unknown> {
  const words = new Set<unknown>();
  const open: unknown[] = [schema];
  while (open.length > 0) {
    const next = open.pop();
    if (typeof next !== 'object' || next === null) continue;
    const { enum: allowed, const: only } = next as JsonObject;
    for (const word of Array.isArray(allowed) ? allowed : [only])
      if (typeof word === 'string') words.add(word);
    open.push(...Object.values(next));
  }
  return words;
}
