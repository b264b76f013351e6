import { visibleLine } from './unseen-characters.ts';

/** The fields of earlier calls that asked for the same as a held one and were turned down. */
export interface TurnedDownBefore {
  rejected_before?: { by: string; at: string; detail?: unknown } | undefined;
  expired_before?: { at: string } | undefined;
}

/** The longest part of a detail that is shown in a line, in characters. */
const shownCharacters = 500;

/**
 * Lines for the person who decides on a call now: the same was turned down before.
 * @param timeText formats a time. Default: as it is
 */
export function turnedDownInWords(
  { rejected_before, expired_before }: TurnedDownBefore,
  timeText = (at: string): string => at,
): string[] {
  return [
    ...(rejected_before === undefined ? [] : [rejection(rejected_before, timeText)]),
    ...(expired_before === undefined
      ? []
      : [`The same call expired at ${timeText(expired_before.at)}: nobody had decided on it in time.`]),
  ];
}

function rejection(
  { by, at, detail }: NonNullable<TurnedDownBefore['rejected_before']>,
  timeText: (at: string) => string,
): string {
  const who = by === '' ? 'A person' : visibleLine(by);
  const why = detail === undefined ? '' : `: ${visibleLine(shortened(textOf(detail)))}`;
  return `${who} rejected the same call at ${timeText(at)}${why}. The user has written since.`;
}

function shortened(text: string): string {
  const more = text.length - shownCharacters;
  return more <= 0 ? text : `${text.slice(0, shownCharacters)} … ${more} more characters`;
}

/** A note alone is shown as it was written. */
function textOf(detail: unknown): string {
  const entries = typeof detail === 'object' && detail !== null ? Object.entries(detail) : [];
  const [[name, value] = []] = entries;
  return entries.length === 1 && name === 'note' && typeof value === 'string'
    ? value
    : JSON.stringify(detail);
}
