/** The output of `npm run -s requirements`. */

import type { Citation } from './check.ts';
import type { Requirement } from './requirement.ts';

/** Which part of the manifest to print. */
export interface ReportOptions {
  /** Only the requirements of this area: the first word of their ids. */
  readonly area?: string | undefined;
  /** Include the requirements that are cited. */
  readonly all?: boolean | undefined;
}

/** The lines of the report: for each area how many requirements are cited, then those that are not. */
export function report(
  requirements: readonly Requirement[],
  citations: readonly Citation[],
  { area, all = false }: ReportOptions = {},
): string[] {
  const cited = new Set(citations.map(({ id }) => id));
  return [...Map.groupBy(requirements, ({ id }) => id.slice(0, id.indexOf('.')))]
    .filter(([name]) => area === undefined || name === area)
    .toSorted(([one], [other]) => one.localeCompare(other))
    .flatMap(([name, its]) => {
      const left = its.filter(({ id }) => !cited.has(id));
      return [
        `${name}: ${its.length - left.length} of ${its.length} cited`,
        ...(all ? its : left).map((requirement) => line(requirement, cited.has(requirement.id))),
      ];
    });
}

const line = ({ id, behaviour }: Requirement, isCited: boolean): string =>
  `  ${isCited ? '+' : '-'} ${id}: ${behaviour}`;
