import { newId } from '#store/mongo/ids.ts';
import { SentText } from '#store/streaming/sent-text.ts';

/** The part of a run's reply that a worker has sent. */
export interface SentReply {
  /** Changes whenever the reply starts over. */
  take: string;
  /** Index of the next delta. */
  index: number;
  text: SentText;
  /** When deltas of the run were sent in the last second, in milliseconds: turns may be quick and many. */
  times: number[];
  /** Stops what an earlier turn may still be about to send. */
  stop: () => void;
}

/**
 * The reply continues where this worker stopped if what it sent is the beginning of the text so far. Otherwise, after a
 * failed try or another worker's turn, the reply starts over.
 */
export function continuedReply(sent: SentReply | undefined, said: string): SentReply {
  if (sent?.text.isStartOf(said) === true) return sent;
  return { take: newId(), index: 0, text: new SentText(), times: sent?.times ?? [], stop: () => {} };
}
