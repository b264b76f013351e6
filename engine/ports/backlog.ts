/** The work that waits in the whole deployment. Each count stops at 100,000. */
export interface Backlog {
  /** Runs that wait for a person or for an outcome. */
  paused: Waiting;
  /** How many runs have a workflow that works. */
  running: number;
  /** Entries of the outbox that are due: starts and signals that Temporal has not accepted. */
  outbox: Waiting;
  /** How many events have yet to be delivered to webhook endpoints, those of later attempts included. */
  deliveries: number;
}

/** How many there are, and since when the oldest one waits. Absent if there are none. */
export interface Waiting {
  count: number;
  since?: Date;
}
