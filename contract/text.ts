import { z } from 'zod';

/** How long a text may be, in characters. */
export interface TextBounds {
  min?: number;
  max: number;
  /** White space around it is removed first. */
  trimmed?: boolean;
  /** NUL is allowed, for what is stored as JSON. Elsewhere it is refused, because few consumers of text expect it. */
  nul?: boolean;
}

/**
 * Text with a number of characters within bounds, counted as code points: as people count them, as JSON Schema does,
 * and therefore as the API reference says. JavaScript counts UTF-16 units, of which an emoji has two.
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

/** The number of characters, or a number above `max`: a text that is far too long is not counted. */
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
  // A code point has at most two units, so a text that is short enough in units needs no counting.
  return value.length <= length
    ? value
    : Array.from(value.slice(0, 2 * length))
        .slice(0, length)
        .join('');
}
