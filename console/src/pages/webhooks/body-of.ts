import { shownJson } from '#contract/shown-json.ts';

/** A body as it is shown: as JSON if it is, otherwise as text in which nothing is invisible. */
export function bodyOf({ body }: { body: string }): { json: unknown } | { text: string } {
  try {
    return { json: JSON.parse(body) as unknown };
  } catch {
    return { text: shownJson(body) };
  }
}
