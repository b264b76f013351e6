import type { ModelFailureCode } from '#contract/model-failure.ts';

/** The breaker of a model that is open. Times are those of the server. */
export interface ModelBreakerDocument {
  /** `provider:model`, and its address if it has one of its own. */
  _id: string;
  code: ModelFailureCode;
  /** How often in a row it was opened. */
  openings: number;
  opened_at: Date;
  /** From then on, one may probe. */
  until: Date;
  /** Until then, nobody else may. */
  probed_until?: Date;
}
