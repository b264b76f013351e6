import { yieldToOthers } from '#engine/event-loop/yield-to-others.ts';
import { readKeepingDigits } from '#contract/exact-json.ts';
import { deepestJson } from '#contract/json.ts';
import { hasTooManyValues } from '#contract/json-size.ts';
import { HiddenTexts } from './hidden-texts.ts';
import type { OutboundAnswer } from './port.ts';
import { secretForms, shortestSecret } from './secret-forms.ts';

const redacted = '[redacted]';
/** An answer that is searched as text, although it may be JSON. */
const text = { fault: 'repeated_member' } as const;

/** An answer with more of them is treated as text, because parsing it and looking at each value would delay others. */
export const mostAnswerSeparators = 50_000;
/** Removing escapes yields to the event loop after this many pieces of text. */
const piecesAtOnce = 10_000;

/**
 * Replaces the secrets of a connection that a host echoes in its answer, so that nothing that is stored or derived from
 * it ever contains them (connection.secrets-scrubbed). In JSON, strings, names and numbers are searched, however they are
 * escaped.
 * @param headers those of the connection: all of their values are secret
 */
export async function withoutSecrets(
  answer: OutboundAnswer,
  headers: Record<string, string>,
): Promise<OutboundAnswer> {
  const { body } = answer;
  const secrets = new HiddenTexts(await secretForms(headers), redacted);
  const [hidden = ''] = await secrets.hideIn([body]);
  // Without escapes, the strings of JSON occur verbatim in the body.
  if (hidden === body && !body.includes('\\')) return answer;
  const read = hasTooManyValues(body, mostAnswerSeparators) ? text : readKeepingDigits(body);
  await yieldToOthers();
  if ('fault' in read) {
    if (read.fault === 'not_json') return { ...answer, body: hidden };
    const plain = await unescaped(hidden);
    const [shown = ''] = await secrets.hideIn([plain]);
    return { ...answer, body: shown === plain ? hidden : JSON.stringify(shown) };
  }
  const { value } = read;
  const texts: string[] = [];
  mapTexts(value, (text) => {
    texts.push(text);
    return text;
  });
  const shown = await secrets.hideIn(texts);
  if (hidden === body && shown === texts) return answer;
  const replacements = shown.values();
  const json = JSON.stringify(mapTexts(value, (text) => replacements.next().value ?? text));
  const [rest] = await secrets.hideIn([json]);
  // A secret may also span several values, or be a number that is written differently: the body then becomes one string.
  const isDone = rest === json && shown !== texts;
  return { ...answer, body: isDone ? json : JSON.stringify(hidden) };
}

/** A text without the escapes of JSON. Line breaks and the like become letters, because no secret contains them. */
async function unescaped(text: string): Promise<string> {
  const pieces: string[] = [];
  let copied = 0;
  for (const { 0: escape, 1: hex, index } of text.matchAll(/\\(?:u([\dA-Fa-f]{4})|[^u])/g)) {
    const character = hex === undefined ? escape.slice(1) : String.fromCharCode(Number.parseInt(hex, 16));
    pieces.push(text.slice(copied, index), character);
    copied = index + escape.length;
    if (pieces.length % piecesAtOnce === 0) await yieldToOthers();
  }
  return pieces.join('') + text.slice(copied);
}

/**
 * A copy with its strings and names mapped. A number is mapped as text, and stays a number unless that changes it. Texts
 * that are too short for a secret are left alone. Whatever is nested deeper than an answer may be is left out.
 */
function mapTexts(value: unknown, map: (text: string) => string, depth = 0): unknown {
  if (typeof value === 'string') return value.length < shortestSecret ? value : map(value);
  if (typeof value === 'number') {
    if (Math.abs(value) < 10 ** (shortestSecret - 1)) return value;
    const text = String(value);
    const shown = mapTexts(text, map);
    return shown === text ? value : shown;
  }
  if (typeof value !== 'object' || value === null) return value;
  if (depth > deepestJson) return redacted;
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, map, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [mapTexts(name, map), mapTexts(member, map, depth + 1)]),
  );
}
