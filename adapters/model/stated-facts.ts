import { isJsonObject, type JsonObject, parseJson } from '#contract/json.ts';

/*
 * Facts that the events of a stream state beside the answer: ids, times, positions, counts of tokens. Gateways write them in types that
 * the SDKs refuse, and a refusal would end a turn of which nothing is missing.
 *
 * The expressions find members of an event itself: within a text, each quote is escaped.
 */

const numericId = /("(?:id|call_id|item_id|responseId)"\s*:\s*)(-?\d[\d.eE+-]*)/g;
const textualNumber =
  /("(?:created|created_at|sequence_number|(?:(?:output|content|summary|annotation)_)?index)"\s*:\s*)"(\d{1,15})"/g;
/** Such as a date, or a fraction of a second as text. No trace shows the time. */
const otherTime = /("created(?:_at)?"\s*:\s*)(?:"(?:[^"\\]|\\.)*"|true|false)/g;
const anyUsage = /"usage(?:Metadata)?"\s*:\s*(?!null\b)/;

/** The data of an event, with what it states beside the answer in the types that SDKs read. */
export function withReadableFacts(data: string): string {
  const read = data
    .replaceAll(numericId, '$1"$2"')
    .replaceAll(textualNumber, '$1$2')
    .replaceAll(otherTime, '$10');
  return anyUsage.test(read) ? withReadableUsage(read) : read;
}

/** The same, with counts of tokens that are numbers, or absent. */
function withReadableUsage(data: string): string {
  const event = parseJson(data);
  if (!isJsonObject(event)) return data;
  let changed = false;
  for (const owner of [event, event['message'], event['response']]) {
    if (!isJsonObject(owner)) continue;
    for (const name of ['usage', 'usageMetadata']) {
      const usage = owner[name];
      if (usage === undefined || usage === null || isReadable(usage)) continue;
      const read = isJsonObject(usage) ? readable(usage) : {};
      // Anthropic's protocol requires counts, and OpenAI's takes none or all.
      if (isAnthropic(event)) owner[name] = { input_tokens: noCount, output_tokens: noCount, ...read };
      else if (hasTotals(read)) owner[name] = read;
      else Reflect.deleteProperty(owner, name);
      changed = true;
    }
  }
  return changed ? JSON.stringify(event) : data;
}

/** No count of tokens: it is estimated instead. */
const noCount = -1;

const isAnthropic = ({ type }: JsonObject) => type === 'message_start' || type === 'message_delta';

function hasTotals(usage: JsonObject): boolean {
  const pairs = [
    ['prompt_tokens', 'completion_tokens'],
    ['input_tokens', 'output_tokens'],
    ['promptTokenCount', 'candidatesTokenCount'],
  ];
  return pairs.some((pair) => pair.every((name) => typeof usage[name] === 'number'));
}

const isCount = (name: string) => /token/i.test(name);
const isScalar = (value: unknown) => typeof value !== 'object' || value === null;

function isReadable(usage: unknown): boolean {
  return (
    isJsonObject(usage) &&
    Object.entries(usage).every(([name, value]) => {
      if (isJsonObject(value)) return isReadable(value);
      return !isCount(name) || !isScalar(value) || value === null || typeof value === 'number';
    })
  );
}

/** Counts as numbers, without those that are none. */
function readable(usage: JsonObject): JsonObject {
  const read: JsonObject = {};
  for (const [name, value] of Object.entries(usage)) {
    if (isJsonObject(value)) read[name] = readable(value);
    else if (!isCount(name) || !isScalar(value) || value === null || typeof value === 'number')
      read[name] = value;
    else if (typeof value === 'string' && /^\s*\d{1,15}\s*$/.test(value)) read[name] = Number(value);
  }
  return read;
}
