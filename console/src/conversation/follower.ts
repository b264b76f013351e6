import type { ThreadEvent } from '../api/schema.ts';

/** How well a thread is followed now. */
export type Connection = 'connecting' | 'live' | 'broken';

/** The thread to follow, and its callbacks. */
export interface Following {
  threadId: string;
  subject: string;
  /** The events that were read first, oldest first. Later events are passed on. */
  known: readonly ThreadEvent[];
  /** Called with events as they arrive. An event may arrive more than once. */
  onEvents: (events: ThreadEvent[]) => void;
  onConnection: (connection: Connection) => void;
  /** Called once with the cursor of the events before the first ones that were read, or undefined if there are none. */
  onStart?: (older: string | undefined) => void;
  /** Ends it. */
  signal: AbortSignal;
}
