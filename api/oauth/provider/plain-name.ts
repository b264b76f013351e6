import { truncate } from '#contract/text.ts';

/** The most characters of a client's name that are stored and shown. */
const longestName = 100;

/**
 * Everything that looks like a blank or like nothing: separators, control and format characters, those that may be left
 * out when a text is shown, such as fillers and variation selectors, and the blank of Braille.
 */
const blanks = /[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]+/gu;

/** Marks around a letter, which also cover its neighbours. */
const enclosing = /\p{Me}/gu;
/** A run of combining marks. */
const marks = /\p{M}{2,}/gu;
/** No letter has more. The marks of one are put in order in quadratic time. */
const mostMarks = 16;
/** A mark that belongs to no writing system. One on a letter is an accent; more of them cover the lines around it. */
const accent = /\p{Script=Inherited}/u;

/** A name as it is shown: in one line, with ordinary blanks only, and nothing that covers what stands around it. */
export function plainName(name: string): string {
  const visible = name
    .toWellFormed()
    .replaceAll(enclosing, '')
    .replaceAll(marks, (run) => run.slice(0, mostMarks))
    .normalize('NFC')
    .replaceAll(blanks, ' ')
    .replaceAll(marks, fewMarks)
    .trim();
  return truncate(visible, longestName).trim();
}

/** The first mark, and a second one of a writing system, such as the tone above a vowel in Thai. */
function fewMarks(run: string): string {
  const [first = '', second = ''] = run;
  return accent.test(second) ? first : first + second;
}
