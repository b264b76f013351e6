import { yieldToOthers } from './yield-to-others.ts';

/** How many texts are sorted or merged before others have their turn: a few milliseconds of work. */
const textsAtOnce = 2000;

/** Sorts texts by their code units, as `toSorted` does, which would block the event loop for as long as it takes. */
export async function sortInTurns(texts: readonly string[]): Promise<string[]> {
  let runs: string[][] = [];
  for (let from = 0; from < texts.length; from += textsAtOnce) {
    runs.push(texts.slice(from, from + textsAtOnce).toSorted());
    await yieldToOthers();
  }
  while (runs.length > 1) {
    const merged: string[][] = [];
    for (let at = 0; at < runs.length; at += 2) merged.push(await merge(runs[at] ?? [], runs[at + 1] ?? []));
    runs = merged;
  }
  return runs[0] ?? [];
}

async function merge(one: readonly string[], other: readonly string[]): Promise<string[]> {
  const merged: string[] = [];
  let [a, b] = [0, 0];
  while (a < one.length || b < other.length) {
    const [first, second] = [one[a], other[b]];
    if (second === undefined || (first !== undefined && first <= second)) {
      merged.push(first ?? '');
      a += 1;
    } else {
      merged.push(second);
      b += 1;
    }
    if (merged.length % textsAtOnce === 0) await yieldToOthers();
  }
  return merged;
}
