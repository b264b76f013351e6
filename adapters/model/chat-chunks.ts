import { parseJson, isJsonObject } from '#contract/json.ts';
import { memberSpans } from './member-spans.ts';
import { withReadableFacts } from './stated-facts.ts';

/** Members of an event itself: within a text, each quote is escaped. */
const [noError, noChoices, noDelta] = [
  /"error"\s*:\s*null\b/g,
  /"choices"\s*:\s*(?:null\b|\[\s*\])/g,
  /"delta"\s*:\s*null\b/g,
];
const argumentsObject = /"arguments"\s*:\s*\{/;

/**
 * The data of an event of the Chat Completions protocol as its SDKs read it, and undefined for a chunk of an unknown kind. After the
 * reason for the end, the SDKs would take such a chunk for an error. Ids, times and counts have the types that SDKs read, arguments that are sent as an object are the text
 * that they were written in, and a choice or an error that is null is none.
 */
export function asChatChunk(data: string): string | undefined {
  if (!data.includes('"choices"') && isOfUnknownKind(parseJson(data))) return undefined;
  const read = (argumentsObject.test(data) ? withTextArguments(data) : data)
    .replaceAll(noError, '"no_error":null')
    .replaceAll(noChoices, '"choices":[{"index":0,"delta":{}}]')
    .replaceAll(noDelta, '"delta":{}');
  return withReadableFacts(read);
}

function withTextArguments(data: string): string {
  let text = '';
  let copied = 0;
  for (const { start, end } of memberSpans(data, 'function', 'arguments')) {
    text += data.slice(copied, start) + JSON.stringify(data.slice(start, end));
    copied = end;
  }
  return text + data.slice(copied);
}

function isOfUnknownKind(chunk: unknown): boolean {
  return isJsonObject(chunk) && chunk['choices'] === undefined && !hasError(chunk);
}

function hasError({ error }: { error?: unknown }): boolean {
  return error !== undefined && error !== null;
}
