import { largestSize } from './bank-sizes.ts';

/** The order of results: lower `score`, then larger `size`, then number. */
export interface Ranked {
  score: number;
  size: number;
  /** Number of the row in its index, in the order of keys: less than a million. */
  number: number;
}

const sizes = largestSize + 1;
const numbers = 2 ** 20;

/** The place of a row as one number, so that many are sorted fast. */
export function placeOf({ score, size, number }: Ranked): number {
  return (score * sizes + largestSize - size) * numbers + number;
}

/** The row at a place. */
export function rowAt(place: number): Ranked {
  const rank = Math.floor(place / numbers);
  return {
    score: Math.floor(rank / sizes),
    size: largestSize - (rank % sizes),
    number: place % numbers,
  };
}
