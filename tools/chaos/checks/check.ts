import type { Evidence, RunEvidence } from '../evidence/evidence.ts';

/** A breach of a rule, and where. */
export interface Finding {
  /** In one sentence, without the ids below. */
  what: string;
  run_id?: string | undefined;
  thread_id?: string | undefined;
  tool_call_id?: string | undefined;
}

/** A finding, and the rule that it breaks. */
export type Violation = Finding & { rule: string };

/** A rule of the service, and how a breach of it is seen from the outside. */
export interface Check {
  /** Short and in kebab-case: the name of its violations. */
  rule: string;
  /** The requirement. */
  holds: string;
  find: (evidence: Evidence) => Finding[];
}

/** The findings among the results for a run or a call: those that are text. */
export function findingsOf(
  { run }: RunEvidence,
  faults: readonly (string | false | undefined)[],
  tool_call_id?: string,
): Finding[] {
  const at = { run_id: run.id, thread_id: run.thread_id, tool_call_id };
  return faults.flatMap((what) => (typeof what === 'string' ? [{ what, ...at }] : []));
}
