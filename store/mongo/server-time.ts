import type { Document } from 'mongodb';

/** A time in an aggregation expression: the path of a field, or another expression. */
type Time = string | Document;

/** The time of the MongoDB server in milliseconds, in an aggregation expression. The clocks of processes differ. */
export const serverNowMs = inMilliseconds('$$NOW');

/** The time so many milliseconds after now, by the clock of the server. */
export function serverTimeIn(ms: number): Document {
  return laterBy('$$NOW', ms);
}

/** A time so many milliseconds later. */
export function laterBy(startDate: Time, ms: number): Document {
  return { $dateAdd: { startDate, unit: 'millisecond', amount: Math.round(ms) } };
}

/** Whether a time is now or earlier, by the clock of the server. A missing time is past. */
export function isPast(time: Time): Document {
  return { $lte: [inMilliseconds(time), serverNowMs] };
}

/** Whether a time is later than now, by the clock of the server. A missing time is not. */
export function isFuture(time: Time): Document {
  return { $gt: [inMilliseconds(time), serverNowMs] };
}

/** Numbers, because SecantusDB in Python holds every date to be equal to `$$NOW`. */
function inMilliseconds(time: Time): Document {
  return { $toLong: time };
}
