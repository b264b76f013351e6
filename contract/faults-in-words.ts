import type { z } from 'zod';

/** As many values of an enum are listed. */
const mostValues = 20;

/**
 * The fault of a value in words that can follow the name of its field: `must be a string`. Pass it as `error` to a schema's `safeParse`:
 * a message that the schema gives itself takes precedence. It never shows the value.
 */
export function faultInWords(issue: z.core.$ZodRawIssue): string {
  const { code, input } = issue;
  // For a missing field, zod reports that it has the wrong type or value.
  if (input === undefined && (code === 'invalid_type' || code === 'invalid_value')) return 'is required';
  switch (code) {
    case 'invalid_type':
      return typeFault(issue.expected, input);
    case 'invalid_value':
      return oneOf(issue.values);
    case 'too_small':
      return bound(issue, issue.inclusive === false ? 'more than' : 'at least', issue.minimum);
    case 'too_big':
      return bound(issue, issue.inclusive === false ? 'less than' : 'at most', issue.maximum);
    case 'invalid_format':
      return `must be ${formats[issue.format] ?? 'in the documented format'}`;
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`;
    case 'unrecognized_keys':
      return `must not have ${issue.keys.length === 1 ? 'the member' : 'the members'} ${issue.keys.join(', ')}`;
    case 'invalid_key':
      return `has a name that ${issue.issues[0]?.message ?? 'is not allowed'}`;
    case 'invalid_union':
      return union(issue);
    default:
      return 'is not valid';
  }
}

const types: Record<string, string> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  record: 'an object',
  array: 'an array',
  null: 'null',
};

function typeFault(expected: string, input: unknown): string {
  if (expected === 'never') return 'must not be given';
  // JSON has neither, but what the service computes may, and a text that is no number is read as NaN.
  if (expected === 'number' && Number.isNaN(input)) return 'must be a number';
  if (expected === 'number' && typeof input === 'number') return 'must be a finite number';
  return `must be ${types[expected] ?? expected}`;
}

const formats: Record<string, string> = {
  datetime: 'a date and time as in RFC 3339, such as 2026-11-21T02:48:00Z',
  date: 'a date, such as 2026-11-21',
  url: 'a URL',
  uuid: 'a UUID',
};

function oneOf(values: readonly unknown[]): string {
  const [only] = values;
  if (values.length === 1) return `must be ${String(only)}`;
  const listed = values.slice(0, mostValues).map(String).join(', ');
  return `must be one of ${listed}${values.length > mostValues ? ` and ${values.length - mostValues} others` : ''}`;
}

const units: Record<string, [string, string]> = {
  string: ['character', 'characters'],
  array: ['item', 'items'],
  set: ['item', 'items'],
};

function bound(
  { origin, exact = false }: { origin: string; exact?: boolean },
  comparison: string,
  limit: number | bigint,
): string {
  const unit = units[origin]?.[Number(limit) === 1 ? 0 : 1];
  const amount = exact ? `exactly ${limit}` : `${comparison} ${limit}`;
  return unit === undefined ? `must be ${amount}` : `must have ${amount} ${unit}`;
}

/** The fault of the alternative that comes closest: the one whose fault lies deepest. */
function union(issue: z.core.$ZodRawIssue<z.core.$ZodIssueInvalidUnion>): string {
  const { discriminator, input, errors } = issue;
  if (discriminator !== undefined && isMissing(input, discriminator)) return 'is required';
  if ('options' in issue && Array.isArray(issue.options)) return oneOf(issue.options);
  const faults = errors.flatMap(([first]) => (first === undefined ? [] : [first]));
  const deepest = faults.reduce<z.core.$ZodIssue | undefined>(
    (found, fault) => (fault.path.length > (found?.path.length ?? 0) ? fault : found),
    undefined,
  );
  if (deepest !== undefined) return `${deepest.path.join('.')}: ${deepest.message}`;
  const messages = [...new Set(faults.map(({ message }) => message))];
  return messages.length === 0 ? 'is not valid' : messages.join(', or ');
}

function isMissing(input: unknown, name: string): boolean {
  return (
    typeof input === 'object' && input !== null && (input as Record<string, unknown>)[name] === undefined
  );
}
