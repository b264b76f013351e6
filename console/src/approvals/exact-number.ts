import { isExact } from '#contract/exact-number.ts';

const number = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** The number that a text is, or what is wrong with it: what is sent must be exactly what was typed. */
export function exactNumber(text: string): { value: number } | { fault: string } {
  if (!number.test(text)) return { fault: 'must be a number, such as 12.5' };
  const value = Number(text);
  if (!Number.isFinite(value)) return { fault: 'is too large a number' };
  return isExact(text)
    ? { value }
    : { fault: `has more digits than a number can hold: it would be sent as ${value}` };
}
