/** A rule of a run does not hold. */
export class Violation extends Error {
  override name = 'Violation';

  constructor(rule: string, about: unknown) {
    super(`${rule}: ${JSON.stringify(about, undefined, 2)}`);
  }
}
