import { z } from 'zod';

/** How long a text may be, in characters. */
export interface TextBounds {
  min?: number;
  max: number;
  /** Blanks around it are dropped first. */
  trimmed?: boolean;
  /** The NUL character may be in it: for what is kept as JSON. Elsewhere it is refused, for few who read text expect it. */
  nul?: boolean;
}

/**
 * Text of so many characters, counted as code points: as people count them, as JSON Schema does, and so as the API's
 * description says. Strings of JavaScript are counted in UTF-16 units, in which an emoji is two.
 */
export function text({ min = 0, max, trimmed = false, nul = false }: TextBounds) {
  return (trimmed ? z.string().trim() : z.string())
    .superRefine((value, context) => {
      const length = lengthWithin(value, max);
      const bound = { origin: 'string', inclusive: true, input: value } as const;
      if (length < min) context.addIssue({ code: 'too_small', minimum: min, ...bound });
      if (length > max) context.addIssue({ code: 'too_big', maximum: max, ...bound });
      if (!nul && value.includes('\0')) context.addIssue({ code: 'custom', ...containsNul });
    })
    .meta({ override: { ...(min > 0 ? { minLength: min } : {}), maxLength: max } });
}

const containsNul = { message: 'must not contain the NUL character', params: { code: 'invalid_text' } };

/** The number of characters, or one that is over `max` as well: what is far too long is not counted. */
function lengthWithin(value: string, max: number): number {
  if (value.length > 2 * max) return value.length;
  let length = 0;
  for (const _ of value) length += 1;
  return length;
}

/** Whether a text is an http or https URL that can be requested: without credentials or fragment. */
export function isHttpUrl(value: string): boolean {
  const isWritten = /^https?:\/\/[^\s#\\]+$/i.test(value) && !value.includes('\0');
  const url = isWritten ? URL.parse(value) : null;
  return url !== null && url.username === '' && url.password === '';
}

/** The first `length` characters (code points, so that none is cut in two). */
export function truncate(value: string, length: number): string {
  // A code point is at most two units: what is short enough in units needs no counting.
  return value.length <= length
    ? value
    : Array.from(value.slice(0, 2 * length))
        .slice(0, length)
        .join('');
}
