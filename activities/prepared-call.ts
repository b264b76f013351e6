import type { CallResolution } from '#lifecycle/resolve-call.ts';

/** A call, with everything that is needed to send it. */
export interface PreparedCall {
  /**
   * Sends the call once.
   * @param until the deadline, after which nothing is sent
   */
  send(until: Date): Promise<Attempt>;
  /** Ends what was opened to send the call. */
  close?(): void;
  /** Something was waited for, so what is known of the run may be old. */
  tookTime?: true;
}

/** One attempt at a call: its result, and whether another attempt may succeed. */
export interface Attempt {
  resolution: CallResolution;
  /** The same call may work later. */
  transient: boolean;
  /** The host certainly did not act on it. */
  noEffect: boolean;
  /** How long the host asked to wait, in milliseconds. */
  retryAfterMs?: number | undefined;
}
