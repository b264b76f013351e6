/** How much of its allowance a workspace has used in the current window, or in the latest one. */
export interface RateLimitDocument {
  /** The workspace's id. */
  _id: string;
  /** Requests granted in the window. */
  used: number;
  /** The usage of subjects, by a keyed hash of the subject. Subjects with little usage are missing. */
  subjects?: Record<string, number>;
  /** Requests granted to the process that asked last. */
  granted: number;
  /** When that was, and when the window ends, in milliseconds by the server's clock. */
  granted_at: number;
  resets_at: number;
}

/** A share of a workspace's allowance, for one process to spend. */
export interface RateShare {
  /** Requests that the process may admit; none if the allowance is used up. */
  granted: number;
  /** Requests that have not been granted yet. */
  left: number;
  /** The requests of subjects in the window, over all processes that have reported them. */
  subjects: Record<string, number>;
  /** Milliseconds until the window ends. */
  resetsInMs: number;
  /** When the window ends, in milliseconds by the server's clock. This identifies the window. */
  resetsAt: number;
}
