import { expect, it } from 'vitest';
import { z } from 'zod';
import { parse } from '#api/http/middleware/parse.ts';
import type { ServiceError } from '#contract/errors.ts';

const Body = z.strictObject({
  name: z.string(),
  class: z.enum(['fast', 'deep']),
  steps: z.array(z.object({ title: z.string() })).optional(),
  auth: z.discriminatedUnion('type', [z.object({ type: z.literal('none') })]).optional(),
});

function refused(input: unknown): ServiceError {
  try {
    parse(Body, input);
  } catch (error) {
    return error as ServiceError;
  }
  throw new Error('was parsed');
}

it('a field that is missing is said to be required', () => {
  const error = refused({ steps: [{}], auth: {} });
  expect(error.message).toBe('name: is required');
  expect(error.details).toEqual([
    { path: 'name', message: 'is required', code: 'invalid_type' },
    { path: 'class', message: 'is required', code: 'invalid_value' },
    { path: 'steps.0.title', message: 'is required', code: 'invalid_type' },
    { path: 'auth.type', message: 'is required', code: 'invalid_union' },
  ]);
});

it('a field of another type or value is said to be so', () => {
  const error = refused({ name: 1, class: 'slow' });
  expect(error.details).toMatchObject([
    { path: 'name', message: 'must be a string' },
    { path: 'class', message: 'must be one of fast, deep' },
  ]);
});
