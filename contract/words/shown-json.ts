import { visibleText } from './unseen-characters.ts';

/** A longer run of white space would push what follows it out of sight. */
const longRun = /(?<=\S)[^\S\n]{9,}/g;

/** JSON to be read: what cannot be seen is written out, and long runs of white space within texts are counted. */
export function shownJson(json: string): string {
  return visibleText(json).replaceAll(longRun, (run) => `[${run.length.toLocaleString('en-US')} spaces]`);
}
