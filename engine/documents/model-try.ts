import type { ModelFailureCode } from '#contract/model-failure.ts';

/** A time that a provider was asked for a turn, and did not give it. */
export interface FailedTry {
  at: Date;
  code: ModelFailureCode;
  /** HTTP status, if the provider answered. */
  status?: number;
  duration_ms: number;
  /** After how long it was to be asked again. Absent for the last one. */
  retry_in_ms?: number;
  /** What the provider said, without credentials and without what patches redact. */
  words?: string;
}
