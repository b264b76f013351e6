import { capitalize } from './mixed-case.ts';

/** Words that are small inside of the names of towns. */
const small = new Set(
  'am an and auf bei d da das de dei del della den der des di do dos du e el en et im in la las le les los of on op sur the upon van von y'.split(
    ' ',
  ),
);

/** A town in capitals as it is usually written: `FRANKFURT AM MAIN` is `Frankfurt am Main`, and `NEW YORK, NY` is `New York, NY`. */
export function townName(town: string): string {
  if (town !== town.toUpperCase()) return town;
  return town.replaceAll(/\p{L}+/gu, (word, at: number) => {
    const before = town.slice(0, at);
    const lower = word.toLowerCase();
    // A state, or an abbreviation such as `D.C.`.
    if (before.endsWith(', ') && word.length === 2 && at + 2 === town.length) return word;
    if (word.length === 1 && town.charAt(at + 1) === '.') return word;
    const isInside = /[ '-]$/.test(before) && at + word.length < town.length;
    return isInside && small.has(lower) && !before.endsWith(', ') ? lower : capitalize(lower);
  });
}
