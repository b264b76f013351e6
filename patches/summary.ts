import type { JsonObject } from '#contract/json.ts';
import type { Patch } from '#contract/patch.ts';
import type { PendingConfirmation } from '#contract/thread.ts';
import { renderStart } from './template.ts';

/** For a person to read. A longer text is cut with `…`. */
const shownCharacters = 2000;
/**
 * The limit for rendering long arguments: enough for what is shown, and low enough for many templates of many calls.
 */
const renderedCharacters = 4 * shownCharacters;

/** Line breaks, other control characters, and marks that change the direction of text: they could mislead. */
const misleading = /[\p{Cc}\u2028\u2029\u200E\u200F\u061C\u202A-\u202E\u2066-\u2069]+/gu;

/**
 * What a person reads before they decide on a call: the filled templates of the patch's summary, or its description.
 * Pass redacted arguments if the summary is for readers who must not see the originals. A field whose only argument is
 * absent is left out.
 */
export function summarize(
  patch: Pick<Patch, 'description' | 'summary'>,
  args: JsonObject,
): PendingConfirmation['summary'] {
  const { summary, description } = patch;
  if (summary === undefined) return { title: description };
  const title = fill(summary.title, args);
  if (summary.fields === undefined) return { title: title ?? description };
  const fields = summary.fields.flatMap(({ label, value }) => {
    const filled = fill(value, args);
    return filled === undefined ? [] : [{ label, value: filled }];
  });
  return { title: title ?? description, ...(fields.length === 0 ? {} : { fields }) };
}

/** Undefined if there is nothing to show. */
function fill(template: string, args: JsonObject): string | undefined {
  const text = renderStart(template, args, renderedCharacters).replaceAll(misleading, ' ').trim();
  if (text === '') return undefined;
  // By code points, so that none is split.
  const shown = Array.from(text.slice(0, 2 * shownCharacters + 2));
  return shown.length <= shownCharacters ? text : `${shown.slice(0, shownCharacters - 1).join('')}…`;
}
