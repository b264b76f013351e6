/** @returns a value of the query string, if it is one of these */
export function oneOf<Value>(values: readonly Value[], value: unknown): Value | undefined {
  return values.find((each) => each === value);
}

/** @returns a text of the query string, if it has at least one character and at most so many */
export function textOf(value: unknown, most = Number.POSITIVE_INFINITY): string | undefined {
  return typeof value === 'string' && value !== '' && value.length <= most ? value : undefined;
}

/** @returns a value of the query string as it was written: the router reads a number as one, and so it does `true` */
export function writtenOf(value: unknown): string | undefined {
  return ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : undefined;
}

/** The key of the shown versions. */
export function readKeySearch(search: Record<string, unknown>): { key?: string } {
  const key = textOf(search['key']);
  return key === undefined ? {} : { key };
}
