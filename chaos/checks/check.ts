import type { Evidence } from '../evidence/evidence.ts';

/** Something that must not be, and where. */
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
  /** Short and in kebab-case: what violations are called and counted by. */
  rule: string;
  /** What holds. */
  holds: string;
  find: (evidence: Evidence) => Finding[];
}
