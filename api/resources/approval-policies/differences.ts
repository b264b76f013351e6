import { canonicalJson } from '#contract/canonical-json.ts';
import { type DifferentCall, mostExamples, type SimulatedPolicy } from '#contract/policy-simulation.ts';
import type { Judged } from './simulation.ts';

/** The calls about which two versions of a policy decide differently. */
export class Differences {
  readonly #from: string;
  readonly #examples: DifferentCall[] = [];
  #count = 0;

  /** @param from the version that is compared with, `key@version` */
  constructor(from: string) {
    this.#from = from;
  }

  add(before: Judged, after: Judged): void {
    if (isSame(before, after)) return;
    this.#count += 1;
    if (this.#examples.length >= mostExamples) return;
    this.#examples.push({ ...after.call, before: before.verdict, after: after.verdict });
  }

  result(): NonNullable<SimulatedPolicy['differences']> {
    return { from: this.#from, count: this.#count, examples: this.#examples };
  }
}

function isSame(before: Judged, after: Judged): boolean {
  return (
    before.verdict === after.verdict && canonicalJson(before.terms ?? {}) === canonicalJson(after.terms ?? {})
  );
}
