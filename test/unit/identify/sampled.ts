/** Set in the second tier, which looks at every row. */
const whole = process.env['WHOLE_TABLES'] === '1';

/** Every row of a table in the second tier of tests, and one in twenty-five in the first. */
export function sampled<Row>(rows: Iterable<Row>): Row[] {
  return [...rows].filter((_, index) => whole || index % 25 === 0);
}

/** A number of rows to make: all in the second tier, a tenth in the first. */
export function sampledCount(all: number): number {
  return whole ? all : Math.ceil(all / 10);
}
