import type { RunDocument } from '../documents/run.ts';

/** The reply of a run while a turn produces it. Nothing depends on it: the message is stored with the turn. */
export interface ReplyStream {
  /** Adds a piece of what is shown. Never throws and never waits. */
  add: (text: string) => void;
  /** The turn is complete. */
  finish: (turn: { last: boolean }) => void;
  /** Sends nothing more. */
  stop: () => void;
}

/** Shows replies to those who watch while they are produced. */
export interface Replies {
  /** @param said the texts of the run's earlier turns as they are shown, in order */
  begin: (run: RunDocument, texts: readonly string[]) => ReplyStream;
}
