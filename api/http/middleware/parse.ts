import type { z } from 'zod';
import { faultInWords } from '#contract/faults-in-words.ts';
import { describeField, type ErrorCode, type InvalidField, ServiceError } from '#contract/errors.ts';

/** The most faults that are reported, so that a response is not many times larger than its request. */
const mostFaults = 100;

/**
 * Parses input with its schema.
 * @param codes codes for some fields, which take precedence over `invalid_request`
 * @throws {ServiceError} `invalid_request` with every wrong field, up to a hundred
 */
export function parse<Output>(
  schema: z.ZodType<Output>,
  input: unknown,
  codes: { [field: string]: ErrorCode } = {},
): Output {
  const parsed = schema.safeParse(input, { error: faultInWords });
  if (parsed.success) return parsed.data;
  const details = parsed.error.issues.flatMap(toInvalidFields).slice(0, mostFaults);
  const dedicated = details.find(({ path }) => Object.hasOwn(codes, path));
  const first = dedicated ?? details[0];
  const message = first === undefined ? 'The request is not valid.' : describeField(first);
  const code = dedicated === undefined ? undefined : codes[dedicated.path];
  throw new ServiceError(code ?? 'invalid_request', message, { details });
}

function toInvalidFields(issue: z.core.$ZodIssue): InvalidField[] {
  const path = issue.path.map(String);
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      path: [...path, key].join('.'),
      message: 'is not a known field',
      code: 'unrecognized_key',
    }));
  }
  return [{ path: path.join('.'), message: issue.message, code: codeOf(issue) }];
}

/** A custom rule may have a code of its own. */
function codeOf(issue: z.core.$ZodIssue): string {
  const own: unknown = issue.code === 'custom' ? issue.params?.['code'] : undefined;
  return typeof own === 'string' ? own : issue.code;
}
