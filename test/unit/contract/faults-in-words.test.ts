import { expect, it } from 'vitest';
import { z } from 'zod';
import { faultInWords } from '#contract/faults-in-words.ts';

const uuid = '01a1f3a0-0000-7000-8000-000000000001';
const many = z.enum(Array.from({ length: 25 }, (_, index) => `v${index}`));

it.each<[z.ZodType, unknown, string]>([
  [z.string(), undefined, 'is required'],
  [z.enum(['a', 'b']), undefined, 'is required'],
  [z.string(), 7, 'must be a string'],
  [z.number(), 'x', 'must be a number'],
  [z.number(), Number.NaN, 'must be a number'],
  [z.coerce.number(), 'abc', 'must be a number'],
  [z.number(), Number.POSITIVE_INFINITY, 'must be a finite number'],
  [z.int(), 1.5, 'must be a whole number'],
  [z.boolean(), 'x', 'must be true or false'],
  [z.array(z.string()), {}, 'must be an array'],
  [z.object({}), null, 'must be an object'],
  [z.record(z.string(), z.string()), [], 'must be an object'],
  [z.never(), 1, 'must not be given'],
  [z.string().min(1), '', 'must have at least 1 character'],
  [z.string().max(3), 'long', 'must have at most 3 characters'],
  [z.string().length(2), 'x', 'must have exactly 2 characters'],
  [z.array(z.string()).max(1), ['a', 'b'], 'must have at most 1 item'],
  [z.number().min(1), 0, 'must be at least 1'],
  [z.number().gt(0), 0, 'must be more than 0'],
  [z.number().lt(5), 5, 'must be less than 5'],
  [z.number().multipleOf(5), 7, 'must be a multiple of 5'],
  [z.literal('a'), 'b', 'must be a'],
  [z.enum(['a', 'b']), 'c', 'must be one of a, b'],
  [many, 'c', `must be one of ${many.options.slice(0, 20).join(', ')} and 5 others`],
  [z.iso.datetime(), 'x', 'must be a date and time as in RFC 3339, such as 2026-11-21T02:48:00Z'],
  [z.uuid(), 'x', 'must be a UUID'],
  [z.string().regex(/a/), 'x', 'must be in the documented format'],
  [z.string().regex(/a/, 'must hold an a'), 'x', 'must hold an a'],
  [z.strictObject({}), { b: 1, c: 2 }, 'must not have the members b, c'],
  [z.record(z.string().max(1), z.string()), { long: '' }, 'has a name that must have at most 1 character'],
  [z.union([z.string(), z.number()]), true, 'must be a string, or must be a number'],
  [z.union([z.string(), z.object({ constant: z.string() })]), { constant: 1 }, 'constant: must be a string'],
  [z.discriminatedUnion('type', [z.object({ type: z.literal('a') })]), { type: 'b' }, 'must be a'],
  [z.discriminatedUnion('type', [z.object({ type: z.literal('a') })]), {}, 'is required'],
  [z.string().refine((id) => id !== uuid, { error: 'must be another' }), uuid, 'must be another'],
])('[body.words] the fault of a value is said in words: %#', (schema, input, message) => {
  expect(schema.safeParse(input, { error: faultInWords }).error?.issues[0]?.message).toBe(message);
});
