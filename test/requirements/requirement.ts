/** One testable rule of the service, in its own words. The data files beside this one hold the rules by area. */
export interface Requirement {
  /** Lower-case and dotted, area first. An id is permanent: tests and comments cite it. */
  readonly id: string;
  /** The part of the service that it belongs to is not built yet, so that no test needs to cite it. */
  readonly planned?: true;
  /** The requirement, in one sentence. */
  readonly behaviour: string;
}

/** The first word of a requirement's id. */
export function areaOf({ id }: Pick<Requirement, 'id'>): string {
  return id.slice(0, id.indexOf('.'));
}
