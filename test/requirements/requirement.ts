/** One testable rule of the service, in its own words. */
export interface Requirement {
  /** Lower-case and dotted, area first. An id is permanent: tests and comments cite it. */
  readonly id: string;
  /** The requirement, in one sentence. */
  readonly behaviour: string;
}
