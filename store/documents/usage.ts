import type { IdentifyResult } from '#contract/identify.ts';
import type { Rail } from '#contract/rail.ts';

/**
 * One metered use of a product, stored with what it was charged: added up by `GET /v1/usage`. Runs and their tokens
 * are not in it, for runs and turns say them themselves.
 */
export type UsageDocument = {
  _id: string;
  workspace_id: string;
  created_at: Date;
} & MeteredUse;

/** What was used: Identify lookups that came out alike, or so much of the voice. */
export type MeteredUse =
  | { product: 'identify'; rail: Rail; result: IdentifyResult['result']; count: number }
  | { product: 'voice'; characters: number; seconds: number };
