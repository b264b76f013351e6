import type { Thread, ThreadEvent } from '../api/schema.ts';
import type { Connection } from './follower.ts';
import type { Draft, Spoken } from './thread-log.ts';
import type { TimelineItem } from './timeline.ts';

/** A thread as it is now. */
export interface ThreadView {
  thread: Thread | undefined;
  /** The held-call events that arrived before the thread was read. {@link thread} cannot reflect later ones. */
  heldBeforeRead: ReadonlySet<string>;
  timeline: TimelineItem[];
  drafts: Draft[];
  /** Reply text that arrived before the runs paused, by run. */
  spoken: ReadonlyMap<string, readonly Spoken[]>;
  events: readonly ThreadEvent[];
  /** The runs that have not ended, the oldest first. */
  open: string[];
  connection: Connection;
  /** The error of reading or following the thread. */
  error: unknown;
  loading: boolean;
  hasEarlier: boolean;
  loadingEarlier: boolean;
  /** The error of the last {@link loadEarlier}. */
  earlierError: unknown;
  /** Reads older messages, and what happened between them. */
  loadEarlier: () => void;
  /** Reads what is new of messages and state, after something was sent. */
  refresh: () => Promise<void>;
}
