import type { Thread, ThreadEvent } from '../api/schema.ts';
import type { Connection } from './follower.ts';
import type { Draft, Spoken } from './thread-log.ts';
import type { TimelineItem } from './timeline.ts';

/** A thread as it is now. */
export interface ThreadView {
  thread: Thread | undefined;
  /** The events about held calls that were heard before the thread was read: of others, {@link thread} cannot tell. */
  heldBeforeRead: ReadonlySet<string>;
  timeline: TimelineItem[];
  drafts: Draft[];
  /** What was heard of replies before their runs paused, by run. */
  spoken: ReadonlyMap<string, readonly Spoken[]>;
  events: readonly ThreadEvent[];
  /** The runs that have not ended, the oldest first. */
  open: string[];
  connection: Connection;
  /** What kept the thread from being read or followed. */
  error: unknown;
  loading: boolean;
  hasEarlier: boolean;
  loadingEarlier: boolean;
  /** What kept the last {@link loadEarlier} from reading. */
  earlierError: unknown;
  /** Reads older messages, and what happened between them. */
  loadEarlier: () => void;
  /** Reads what is new of messages and state, after something was sent. */
  refresh: () => Promise<void>;
}
