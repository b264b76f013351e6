import { readJson } from '#contract/exact-json.ts';
import { shownJson } from '#contract/words/shown-json.ts';

/**
 * A body as it is shown: as JSON if that shows all of it, otherwise as text in which nothing is invisible. A receiver may answer with
 * numbers that a double would change.
 */
export function bodyOf({ body }: { body: string }): { json: unknown } | { text: string } {
  const read = readJson(body);
  return 'fault' in read ? { text: shownJson(body) } : { json: read.value };
}
