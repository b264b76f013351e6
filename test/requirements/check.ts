/** The check of citations against the manifest, pure so that it can be tested with small inputs. */

import type { Requirement } from './requirement.ts';

/** One id that a test cites, and the file of that test. */
export interface Citation {
  readonly id: string;
  readonly file: string;
}

/** Lower-case words of letters, digits and inner hyphens, two or more of them joined by dots. */
const wellFormed = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*(?:\.[a-z0-9]+(?:-[a-z0-9]+)*)+$/;

/** Whether a text has the form of a requirement's id. */
export const isRequirementId = (text: string): boolean => wellFormed.test(text);

/** Problems of the manifest or its citations: one sentence each, none if everything is correct. */
export function findProblems(requirements: readonly Requirement[], citations: readonly Citation[]): string[] {
  const known = new Set<string>();
  const cited = new Set(citations.map(({ id }) => id));
  const problems: string[] = [];
  for (const { id } of requirements) {
    if (!isRequirementId(id)) problems.push(`The id "${id}" is malformed.`);
    if (known.has(id)) problems.push(`The id "${id}" stands twice in the manifest.`);
    known.add(id);
  }
  for (const { id, file } of citations) {
    if (!known.has(id)) problems.push(`${file} cites "${id}", which is no requirement.`);
  }
  for (const { id, behaviour } of requirements) {
    if (!cited.has(id)) problems.push(`No test cites "${id}": ${behaviour}`);
  }
  return problems;
}
