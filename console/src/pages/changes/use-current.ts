import { useQuery } from '@tanstack/react-query';
import { shownJson } from '#contract/words/shown-json.ts';
import { type Change, currentQuery } from './queries.ts';

/** What a change would replace, as text to compare it with; empty if there is nothing yet, undefined until it is read. */
export function useCurrent(change: Change): { text?: string; error?: unknown } {
  const query = useQuery(currentQuery(change));
  if (query.isError) return { error: query.error };
  if (!query.isSuccess) return {};
  return { text: query.data === null ? '' : shownText(ofBody(query.data, change)) };
}

/** What is compared, with characters that cannot be seen written out. */
export function shownText(value: object): string {
  return shownJson(JSON.stringify(value, null, 2));
}

/** Of what there is now, what the change names, in its order; all of it if it names nothing. */
function ofBody(now: object, { body }: Change): object {
  const names = Object.keys(body);
  if (names.length === 0) return now;
  const fields = new Map<string, unknown>(Object.entries(now));
  return Object.fromEntries(names.flatMap((name) => (fields.has(name) ? [[name, fields.get(name)]] : [])));
}
