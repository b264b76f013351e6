/** What a workspace has used of its allowance in the window that is open, or was open last. */
export interface RateLimitDocument {
  /** The workspace's id. */
  _id: string;
  /** Requests that were handed out in the window. */
  used: number;
  /** Requests that the latest process to ask was handed. */
  granted: number;
  /** When that was and when the window ends, in milliseconds of the server's clock. */
  granted_at: number;
  resets_at: number;
}

/** A part of a workspace's allowance, for one process to spend. */
export interface RateShare {
  /** Requests that the process may admit; none when the allowance is used up. */
  granted: number;
  /** Requests that nobody holds yet. */
  left: number;
  /** Until the window ends. */
  resetsInMs: number;
}
