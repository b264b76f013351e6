import type { Evidence } from '../evidence/evidence.ts';

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
