import { useQuery } from '@tanstack/react-query';
import { shownJson } from '#contract/words/shown-json.ts';
import type { Change } from '../../api/schema.ts';
import { currentQuery } from './queries.ts';

/** The current value as text for the comparison: empty if there is none, undefined until it is read. */
export function useCurrent(change: Change): { text?: string; error?: unknown } {
  const query = useQuery(currentQuery(change));
  if (query.isError) return { error: query.error };
  if (!query.isSuccess) return {};
  return { text: query.data === null ? '' : shownText(ofBody(query.data, change)) };
}

/** The compared text, with invisible characters written out. */
export function shownText(value: object): string {
  return shownJson(JSON.stringify(value, null, 2));
}

/** The members of the current value that the change names, in its order. All of them if it names none. */
function ofBody(now: object, { body }: Change): object {
  const names = Object.keys(body);
  if (names.length === 0) return now;
  const fields = new Map<string, unknown>(Object.entries(now));
  return Object.fromEntries(names.flatMap((name) => (fields.has(name) ? [[name, fields.get(name)]] : [])));
}
