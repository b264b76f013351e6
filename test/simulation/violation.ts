/** A rule does not hold. */
export class Violation extends Error {
  override name = 'Violation';
  readonly rule: string;

  constructor(rule: string, about: unknown) {
    super(`${rule}: ${JSON.stringify(about, undefined, 2)}`);
    this.rule = rule;
  }
}

export function must(holds: boolean, rule: string, about: unknown): asserts holds {
  if (!holds) throw new Violation(rule, about);
}
