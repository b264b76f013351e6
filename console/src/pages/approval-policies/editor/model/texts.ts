import { exactNumber } from '../../../../approvals/exact-number.ts';
import { readTyped } from '../../../../approvals/typed-json.ts';

/** A value as a field shows it. */
export function textOf(value: unknown): string {
  if (value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Reads the input as a number if it is one. Other input stays text, so that the API can refuse it. */
export function numberOrText(text: string): number | string | undefined {
  const typed = text.trim();
  if (typed === '') return undefined;
  const read = exactNumber(typed);
  return 'value' in read ? read.value : typed;
}

/** Values one on each line: texts as they are, unless they could be taken for other JSON. */
export function linesOf(values: unknown): string {
  if (!Array.isArray(values)) return textOf(values);
  return values
    .map((value) => (typeof value === 'string' && isPlain(value) ? value : JSON.stringify(value)))
    .join('\n');
}

/** The values of such lines. */
export function valuesOf(lines: string): unknown[] {
  return lines
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => {
      const read = isPlain(line) ? undefined : readTyped(line);
      return read !== undefined && 'value' in read ? read.value : line;
    });
}

function isPlain(text: string): boolean {
  if (text.trim() !== text || text === '' || text.includes('\n')) return false;
  const read = exactNumber(text);
  if (!('value' in read) && !/^(?:true|false|null|".*")$/.test(text)) return true;
  return 'fault' in readTyped(text);
}
