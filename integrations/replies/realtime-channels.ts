import type { Realtime } from '#adapters/realtime/port.ts';
import type { MessageDelta } from '#contract/event.ts';
import { toJsonText } from '#contract/json-text.ts';
import type { EventDocument } from '#engine/documents/event.ts';
import type { DeltaDocument } from '#store/documents/delta.ts';
import { dataOf, toEvent } from '#store/events/events.ts';
import { newEventId } from '#store/mongo/ids.ts';
import { FollowedReplies } from '#store/streaming/followed-replies.ts';
import { cutText } from './cut-text.ts';

/** For how many runs it is known what their channels have of the reply. Any other reply starts over. */
const rememberedRuns = 10_000;

/**
 * The channels of threads at the realtime provider. What an event becomes is decided when it is sent: deltas are numbered then, one
 * that does not continue what the channel has is left out, and before a message is completed its channel has all of its words,
 * whatever the provider has refused, or lost while it was down.
 */
export class RealtimeChannels {
  readonly #realtime: Realtime;
  readonly #replies = new FollowedReplies(rememberedRuns);
  readonly #listeners = new Map<string, Set<() => void>>();

  constructor(realtime: Realtime) {
    this.#realtime = realtime;
  }

  /** Publishes an event that was stored, after what its channel lacks of the message that it completes. */
  stored = (event: EventDocument): void => {
    this.#publish(event, () => {
      const rest = this.#replies.before(event);
      return rest === undefined ? [event] : [...this.#fitting(rest), event];
    });
  };

  /**
   * Publishes a delta's new text on the channel. If it does not fit, requests the text so far from the worker that
   * takes the turn.
   */
  delta(delta: DeltaDocument): void {
    this.#publish(delta, () => {
      const placed = this.#replies.take(delta);
      if (placed === 'missing') {
        for (const listener of this.#listeners.get(delta.thread_id ?? '') ?? []) listener();
        return [];
      }
      return placed === undefined ? [] : this.#fitting(placed);
    });
  }

  /**
   * Calls `listener` when a channel needs the text so far.
   * @returns a function that stops this
   */
  onAsk(threadId: string, listener: () => void): () => void {
    const listeners = this.#listeners.get(threadId) ?? new Set();
    this.#listeners.set(threadId, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0 && this.#listeners.get(threadId) === listeners) {
        this.#listeners.delete(threadId);
      }
    };
  }

  #publish(event: EventDocument, sent: () => EventDocument[]): void {
    const { thread_id, run_id, type } = event;
    if (thread_id === undefined) return;
    this.#realtime.publish({
      thread_id,
      perishable: type === 'message.delta',
      events: () => sent().map((each) => toEvent(each)),
      onUnsent: () => {
        if (run_id !== undefined) this.#replies.forget(run_id);
      },
    });
  }

  /** A delta, in as many as the provider takes it in. */
  #fitting(delta: EventDocument): EventDocument[] {
    const { message_id, index, text } = dataOf(delta) as MessageDelta;
    const withText = (piece: string, number: number): EventDocument => ({
      ...delta,
      ...(number === 0 ? {} : { _id: newEventId() }),
      data: toJsonText({ message_id, index: index + number, text: piece } satisfies MessageDelta),
    });
    const fits = (piece: string) => this.#realtime.fits(toEvent(withText(piece, 0)));
    const pieces = cutText(text, fits);
    this.#replies.counted(delta.run_id ?? '', pieces.length - 1);
    return pieces.length === 1 ? [delta] : pieces.map(withText);
  }
}
