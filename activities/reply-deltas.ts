import { LRUCache } from 'lru-cache';
import { deltaEvent } from '#lifecycle/events.ts';
import { newId } from '#store/ids.ts';
import type { RunDocument } from '#store/runs.ts';
import type { DeltaSink } from './delta-sink.ts';

/** At most this many deltas of a run in any second (contract section 7). */
const perSecond = 10;
/** While a reply is made, so that there is room for the one that goes out at its end. */
const perSecondBefore = perSecond - 1;
const intervalMs = 1000 / perSecondBefore;

/** When the latest deltas of a run went out: its turns may be quick and many. */
const latest = new LRUCache<string, number[]>({ max: 10_000 });

/**
 * The deltas of one reply, gathered from the fragments that a model makes it of. While nobody would see them they are
 * kept back, and who comes later gets all so far in one. A reply that is begun again starts again at index 0.
 */
export class ReplyDeltas {
  readonly #sink: DeltaSink;
  readonly #run: RunDocument;
  readonly #messageId: string;
  #text = '';
  #index = 0;
  #sentAt = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(sink: DeltaSink, run: RunDocument, messageId: string) {
    this.#sink = sink;
    this.#run = run;
    this.#messageId = messageId;
  }

  add = (text: string): void => {
    this.#text += text;
    this.#timer ??= setTimeout(() => this.#tick(), Math.max(0, this.#sentAt + intervalMs - Date.now()));
  };

  /** Sends what is left: the reply is whole. */
  finish(): void {
    this.stop();
    this.#send(perSecond);
  }

  /** Sends nothing more. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #tick(): void {
    this.#timer = undefined;
    this.#send(perSecondBefore);
    if (this.#text !== '') this.#timer = setTimeout(() => this.#tick(), intervalMs);
  }

  #send(limit: number): void {
    const now = Date.now();
    if (this.#text === '' || !this.#sink.wanted(this.#run.thread_id) || !this.#mayGo(now, limit)) return;
    const data = { message_id: this.#messageId, index: this.#index, text: this.#text };
    this.#sink.send(deltaEvent(this.#run, data, { now: new Date(now), newId }));
    this.#index += 1;
    this.#text = '';
  }

  #mayGo(now: number, limit: number): boolean {
    const recent = (latest.get(this.#run._id) ?? []).filter((at) => at > now - 1000);
    if (recent.length >= limit) return false;
    latest.set(this.#run._id, [...recent, now]);
    this.#sentAt = now;
    return true;
  }
}
