import type { Confidence, DataSource } from '#contract/identify.ts';
import type { Answered } from './complete-match.ts';
import type { TableSource } from './data/table.ts';

const dayFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
const oldAfterYears = 3;
const surest: ReadonlySet<Confidence> = new Set(['exact', 'range', 'prefix']);

/** The note about each source with old rows. All its rows share one. */
const ageNotes = new WeakMap<TableSource, string>();

/**
 * An answer that claims no more than its source does: a row that no second source confirms is `likely` at most, and an answer from
 * data of more than three years ago has a note. In both cases, the code may belong to another bank today.
 */
export function withCertainty(answered: Answered, now = Date.now()): Answered {
  const { source, confidence, note } = answered;
  const shown = withSource(answered);
  if (!surest.has(confidence)) return shown;
  if (source.unconfirmed === true) {
    const only = `Only one source says that the code belongs to ${answered.institution.name}.`;
    return { ...shown, confidence: 'likely', note: note === undefined ? only : `${only} ${note}` };
  }
  return note !== undefined || !isOld(source, now) ? shown : { ...shown, note: ageNote(source) };
}

/** A result with its source as answers show it. */
export function withSource<Found extends { source?: TableSource }>(found: Found): Found {
  if (found.source?.unconfirmed === undefined) return found;
  const { name, as_of }: DataSource = found.source;
  return { ...found, source: { name, as_of } };
}

function isOld({ as_of }: DataSource, now: number): boolean {
  const limit = new Date(now);
  limit.setUTCFullYear(limit.getUTCFullYear() - oldAfterYears);
  return as_of < limit.toISOString().slice(0, 10);
}

function ageNote(source: TableSource): string {
  const known = ageNotes.get(source);
  if (known !== undefined) return known;
  const made = `The data is of ${dayFormat.format(new Date(source.as_of))}. The code may belong to another bank today.`;
  ageNotes.set(source, made);
  return made;
}
