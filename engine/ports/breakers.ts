import type { ModelFailureCode } from '#contract/model-failure.ts';

/** A model that kept failing, and is not asked for some time. All times are left, by one clock: that of the store. */
export interface OpenBreaker {
  /** `provider:model`, and its address if it has one of its own. */
  model: string;
  /** How it failed last. */
  code: ModelFailureCode;
  /** How often in a row it was opened. */
  openings: number;
  /** After how many milliseconds it may be asked once, to see how it does. Zero or less: now. */
  left_ms: number;
  /** For how many milliseconds nobody else may do so, if somebody does. */
  probe_left_ms?: number;
}

/** The breakers that are open, as all processes share them. */
export interface BreakerStore {
  read: () => Promise<OpenBreaker[]>;
  /** Opens a breaker for some time, or opens it again, which ends a probe. */
  open: (breaker: Pick<OpenBreaker, 'model' | 'code' | 'openings' | 'left_ms'>) => Promise<void>;
  /**
   * Whether this caller, and nobody else, may now ask the model. Of any number of callers, one may.
   * @param leaseMs after which another one may, unless the breaker is opened or closed before
   */
  claimProbe: (model: string, leaseMs: number) => Promise<boolean>;
  /** Lets another one probe, because this probe has shown nothing. */
  releaseProbe: (model: string) => Promise<void>;
  close: (model: string) => Promise<void>;
}
