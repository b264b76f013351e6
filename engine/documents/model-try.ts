import type { ModelFailureCode } from '#contract/model-failure.ts';

/** A time that a model was asked for a turn, and did not give it. */
export interface FailedTry {
  at: Date;
  /** Which model of the class, as `provider:model`. Absent in older ones. */
  model?: string;
  code: ModelFailureCode;
  /** HTTP status, if the provider answered. */
  status?: number;
  duration_ms: number;
  /** After how long it was to be asked again. Absent if another model was asked at once, or none. */
  retry_in_ms?: number;
  /** The provider's message, without credentials and without values that patches redact. */
  words?: string;
}
