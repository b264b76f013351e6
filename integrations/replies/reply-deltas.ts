import { replySeparator, replyText } from '#engine/rules/reply-text.ts';
import { deltaEvent } from '#engine/rules/events.ts';
import { replyId } from '#engine/documents/derived-ids.ts';
import { newId } from '#store/mongo/ids.ts';
import type { RunDocument } from '#engine/documents/run.ts';
import type { Replies, ReplyStream } from '#engine/ports/replies.ts';
import type { DeltaSink } from './delta-sink.ts';
import { isMostLikelyWhole, unfinishedLength } from './characters.ts';
import { continuedReply, type SentReply } from './sent-reply.ts';

/** The most deltas of a run in any second (realtime.publish.delta-batches). */
const perSecond = 10;
/** While a reply is being produced. This leaves room for the delta at its end. */
const perSecondBefore = perSecond - 1;
const intervalMs = 1000 / perSecondBefore;
/** How long a letter of ASCII waits for a mark: a word is shown whole while the model pauses. */
const markWaitMs = 2 * intervalMs;

/**
 * The deltas that one turn adds to the reply of its run, gathered from the fragments that a model sends. They continue
 * those of earlier turns. If the turn is taken again, or another worker took the previous one, the reply starts over at
 * index 0 with the text so far.
 *
 * A delta ends between characters: the last one of what a model has sent waits for what follows, unless nothing can continue it.
 * A letter of ASCII waits for a moment only.
 *
 * While nobody would see deltas, they are held back at no cost. A stream that joins asks for the text so far.
 */
export class ReplyDeltas implements ReplyStream {
  readonly #sink: DeltaSink;
  readonly #run: RunDocument;
  readonly #sent: SentReply;
  readonly #stopListening: () => void;
  /** The part of the reply that was sent, and the part that follows. Together they are the text so far. */
  #past: string;
  #unsent: string;
  #addedAt = 0;
  /** The separator before the turn's first words; undefined once they have arrived. */
  #separator: string | undefined;
  /** Whether there is something to send: a reply starts over only with new words, or if somebody asks. */
  #speaks: boolean;
  #asked = false;
  /** The turn says nothing more. */
  #isWhole = false;
  #timer: NodeJS.Timeout | undefined;

  /** @param earlierTexts the texts of the run's earlier turns, in order */
  constructor(sink: DeltaSink, run: RunDocument, earlierTexts: readonly string[]) {
    this.#sink = sink;
    this.#run = run;
    const said = replyText(earlierTexts);
    const sentBefore = sink.sent.get(run._id);
    sentBefore?.stop();
    this.#sent = continuedReply(sentBefore, said);
    this.#sent.stop = () => this.stop();
    this.#past = said.slice(0, this.#sent.text.length);
    this.#unsent = said.slice(this.#sent.text.length);
    this.#separator = replySeparator(said);
    // The rest of an earlier turn of this worker, for which there was no room in its second.
    this.#speaks = this.#sent === sentBefore && this.#unsent !== '';
    this.#stopListening = sink.onAsk(run.thread_id, () => {
      this.#asked = true;
      this.#schedule();
    });
    this.#schedule();
  }

  add = (text: string): void => {
    if (text === '') return;
    this.#unsent += `${this.#separator ?? ''}${text}`;
    this.#separator = undefined;
    this.#speaks = true;
    this.#addedAt = Date.now();
    this.#schedule();
  };

  /**
   * The turn is complete. The rest is sent now if the turn is the run's last, and otherwise as soon as there is room.
   */
  finish({ last }: { last: boolean }): void {
    this.#isWhole = true;
    if (last) this.stop();
    else this.#stopListening();
    this.#send(last ? perSecond : perSecondBefore);
  }

  /** Sends nothing more. */
  stop(): void {
    this.#stopListening();
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #schedule(): void {
    if (this.#timer !== undefined || !(this.#hasNews() || this.#letterWaits())) return;
    const sinceLatestMs = Date.now() - (this.#sent.times.at(-1) ?? 0);
    this.#timer = setTimeout(() => this.#tick(), Math.max(0, intervalMs - sinceLatestMs));
  }

  #tick(): void {
    this.#timer = undefined;
    this.#send(perSecondBefore);
    // If there was no room, or a letter waits for a mark, try again soon.
    if (this.#hasNews() || this.#letterWaits()) this.#timer = setTimeout(() => this.#tick(), intervalMs);
  }

  #hasNews(): boolean {
    const ready = this.#readyLength();
    const news = this.#asked ? this.#past.length + ready > 0 : this.#speaks && ready > 0;
    return news && this.#sink.wanted(this.#run.thread_id);
  }

  /** How much of the text that follows can be sent without cutting a character, in UTF-16 code units. */
  #readyLength(): number {
    // Text of earlier turns is complete, and so is this one's at its end.
    const goesOn = !this.#isWhole && this.#separator === undefined && !this.#isLetterAfterWait();
    return this.#unsent.length - (goesOn ? unfinishedLength(this.#unsent) : 0);
  }

  #letterWaits(): boolean {
    return this.#unsent !== '' && isMostLikelyWhole(this.#unsent) && this.#sink.wanted(this.#run.thread_id);
  }

  #isLetterAfterWait(): boolean {
    return Date.now() - this.#addedAt >= markWaitMs && isMostLikelyWhole(this.#unsent);
  }

  #send(limit: number): void {
    const now = Date.now();
    if (!this.#hasNews() || !this.#mayGo(now, limit)) return;
    const { take, index, text } = this.#sent;
    const ready = this.#unsent.slice(0, this.#readyLength());
    const data = { message_id: replyId(this.#run._id), index, text: ready };
    const soFar = this.#past + ready;
    this.#sink.send({
      event: deltaEvent(this.#run, data, { now: new Date(now), newId }),
      take,
      offset: text.length,
      ...(this.#asked ? { soFar } : {}),
    });
    if (ready !== '') this.#sent.index += 1;
    text.add(ready);
    this.#past = soFar;
    this.#unsent = this.#unsent.slice(ready.length);
    this.#asked = false;
    this.#sink.sent.set(this.#run._id, this.#sent);
  }

  #mayGo(now: number, limit: number): boolean {
    const recent = this.#sent.times.filter((at) => at > now - 1000);
    if (recent.length >= limit) return false;
    this.#sent.times = [...recent, now];
    return true;
  }
}

/** Shows replies to those who watch their threads. */
export function createReplies(sink: DeltaSink): Replies {
  return { begin: (run, said) => new ReplyDeltas(sink, run, said) };
}
