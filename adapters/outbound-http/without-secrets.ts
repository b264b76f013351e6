import { deepestJson } from '#contract/json.ts';
import { HiddenTexts } from './hidden-texts.ts';
import type { OutboundAnswer } from './port.ts';
import { secretForms, shortestSecret } from './secret-forms.ts';

const redacted = '[redacted]';

/**
 * An answer without the secrets of the request that it answers, where the host echoes them: what is stored of it, and
 * whatever is made of that, never had them (connection.secrets-scrubbed). In JSON they are looked for in texts, names and
 * numbers, however those are escaped.
 * @param headers the connection's, all of which are secret
 */
export async function withoutSecrets(
  answer: OutboundAnswer,
  headers: Record<string, string>,
): Promise<OutboundAnswer> {
  const { body } = answer;
  const secrets = new HiddenTexts(secretForms(headers), redacted);
  const [hidden = ''] = await secrets.hideIn([body]);
  // Without escapes, all that the texts of JSON say stands in the body as it is.
  if (hidden === body && !body.includes('\\')) return answer;
  const value = parsed(body);
  if (value === undefined) return { ...answer, body: hidden };
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
  // What is secret may also be several numbers, or one that is written in another way: then nothing stays JSON.
  const isDone = rest === json && shown !== texts;
  return { ...answer, body: isDone ? json : JSON.stringify(hidden) };
}

/** Undefined for what is not JSON. */
function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

/**
 * A copy with its texts replaced: names and numbers too, a number by a text only when it changes. Short ones stay. What
 * is nested deeper than an answer may be is left out.
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
