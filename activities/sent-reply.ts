import { newId } from '#store/mongo/ids.ts';
import { SentText } from '#store/streaming/sent-text.ts';

/** What a worker has sent of the reply of one run. */
export interface SentReply {
  /** Another one whenever the reply starts over. */
  take: string;
  /** Of the next delta. */
  index: number;
  text: SentText;
  /** When deltas of the run went out, in milliseconds, those of the last second: turns may be quick and many. */
  times: number[];
  /** Stops what an earlier turn may still have to send. */
  stop: () => void;
}

/**
 * What is sent of a reply goes on where this worker left it, when that is a part of what the run has said until now.
 * Else, after a failed try or another worker's turn, it starts over.
 */
export function continuedReply(sent: SentReply | undefined, said: string): SentReply {
  if (sent?.text.isStartOf(said) === true) return sent;
  return { take: newId(), index: 0, text: new SentText(), times: sent?.times ?? [], stop: () => {} };
}
