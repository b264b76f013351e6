import { parseJson } from '#contract/json.ts';
import { mappingEvents } from './mapping-events.ts';

/** Only such data can have an id that is a number. */
const suspect = /"id"\s*:\s*-?\d/;

/** For the Chat Completions protocol, in whose streams some servers give ids as numbers, which the SDK refuses: they become texts. */
export function namingIds(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return mappingEvents(fetch, (data) => (suspect.test(data) ? withTextIds(data) : data));
}

interface Chunk {
  id?: unknown;
  choices?: { delta?: { tool_calls?: { id?: unknown }[] } }[];
}

function withTextIds(data: string): string {
  const chunk = parseJson(data) as Chunk | null | undefined;
  if (typeof chunk !== 'object' || chunk === null) return data;
  const calls = (Array.isArray(chunk.choices) ? chunk.choices : []).flatMap(
    (choice) => choice?.delta?.tool_calls ?? [],
  );
  for (const named of [chunk, ...calls]) {
    if (typeof named?.id === 'number') named.id = String(named.id);
  }
  return JSON.stringify(chunk);
}
