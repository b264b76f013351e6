import type { ThreadEvent } from '../api/schema.ts';

/** How well a thread is followed now. */
export type Connection = 'connecting' | 'live' | 'broken';

/** What to follow, and whom to tell. */
export interface Following {
  threadId: string;
  subject: string;
  /** What was read at first, oldest first: what comes after it is told. */
  known: readonly ThreadEvent[];
  /** Told events as they arrive, some of them more than once. */
  onEvents: (events: ThreadEvent[]) => void;
  onConnection: (connection: Connection) => void;
  /** Told once, where the events that are older than what was read at first begin; undefined if there are none. */
  onStart?: (older: string | undefined) => void;
  /** Ends it. */
  signal: AbortSignal;
}
