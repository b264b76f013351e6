import { z } from 'zod';

/** A JSON pointer (RFC 6901) to one value in the arguments of a call. */
export const ArgumentPointer = z
  .string()
  .max(512)
  .regex(/^(?:\/(?:[^~/]|~[01])*)+$/, 'must be a JSON pointer into the arguments')
  .refine(
    (pointer) => pointer.isWellFormed() && !pointer.includes('\0'),
    'must be a JSON pointer into the arguments',
  );
