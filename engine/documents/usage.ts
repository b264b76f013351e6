import type { IdentifyResult } from '#contract/identify.ts';
import type { ModelClass } from '#contract/model-class.ts';
import type { Rail } from '#contract/rail.ts';

/**
 * One metered use of a product, stored together with its charge. `GET /v1/usage` sums them. Runs and their tokens are
 * not included, because runs and turns have these numbers.
 */
export type UsageDocument = {
  _id: string;
  workspace_id: string;
  created_at: Date;
} & MeteredUse;

/** Metered usage: Identify lookups with the same result, an amount of voice, or the tokens of one extraction. */
export type MeteredUse =
  | { product: 'identify'; rail: Rail; result: IdentifyResult['result']; count: number }
  | { product: 'voice'; characters: number; seconds: number }
  | {
      product: 'extract';
      model_class: ModelClass;
      input_tokens: number;
      output_tokens: number;
      /** The event with the result; absent if it was a call of a run. */
      event_id?: string;
    };
