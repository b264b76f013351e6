import type { z } from 'zod';
import { type CallResolution, failure } from '#engine/rules/resolve-call.ts';

/** The resolution of a call whose arguments do not have the form of a request, as `faultInWords` says it. */
export function invalidArguments({ issues }: z.ZodError): CallResolution {
  const [issue] = issues;
  return refused(issue?.path.join('.') ?? '', issue?.message ?? 'are not understood');
}

/** The resolution of a call with an argument that cannot be used. The model may try again with other arguments. */
export function refused(field: string, message: string): CallResolution {
  return failure('invalid_args', field === '' ? `The arguments ${message}` : `${field}: ${message}`);
}
