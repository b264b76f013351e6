/** What `npm run -s requirements` prints. */

import type { Citation } from './check.ts';
import type { Issue, Requirement } from './requirement.ts';

/** Which part of the manifest to print. */
export interface ReportOptions {
  /** Only the requirements of this issue. */
  readonly issue?: number | undefined;
  /** The cited requirements too, not only what is left. */
  readonly all?: boolean | undefined;
}

/** One requirement on a line, marked when tests cite it. */
function line({ id, behaviour }: Requirement, isCited: boolean): string {
  return `  ${isCited ? '+' : '-'} ${id}: ${behaviour}`;
}

/** The lines of the report: per issue how many requirements are cited, then what is left uncited. */
export function report(
  requirements: readonly Requirement[],
  citations: readonly Citation[],
  { issue, all = false }: ReportOptions = {},
): string[] {
  const cited = new Set(citations.map(({ id }) => id));
  const issues = new Set<Issue>(requirements.map((requirement) => requirement.issue));
  return [...issues]
    .filter((number) => issue === undefined || number === issue)
    .toSorted((a, b) => a - b)
    .flatMap((number) => {
      const its = requirements.filter((requirement) => requirement.issue === number);
      const left = its.filter(({ id }) => !cited.has(id));
      const shown = all ? its : left;
      return [
        `Issue ${number}: ${its.length - left.length} of ${its.length} cited`,
        ...shown.map((requirement) => line(requirement, cited.has(requirement.id))),
      ];
    });
}
