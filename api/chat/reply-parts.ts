import type { UiMessageChunk } from '#contract/chat.ts';
import { SentText } from '#store/streaming/sent-text.ts';

/**
 * The text parts of a reply and the steps that they are in. A reply is one text, which grows over all turns of its run, and
 * may start over while a turn is taken again. A part ends only when the text up to there is known from what is stored: what
 * was missed of it is sent first, and what has come of another try is taken back.
 */
export class ReplyParts {
  /** Characters of the reply in parts that have ended. */
  #ended: number;
  /** The part that grows, with its text of the reply. */
  #part: { id: string; sent: SentText; started: boolean } | undefined;
  /** Characters of the reply that deltas have brought, from the latest index 0 on. What was stored may be ahead of them. */
  #brought: number;
  #parts = 0;
  /** The step that is open: whether a call is in it. */
  #step: { calls: boolean } | undefined;

  #steps = 0;

  /** @param characters characters of the reply that the client has */
  constructor(characters: number) {
    this.#ended = characters;
    this.#brought = characters;
  }

  /** The number of the newest step; 0 before the first. */
  get step(): number {
    return this.#steps;
  }

  /** A delta of the reply; index 0 has all that was characters so far. */
  *delta(index: number, text: string): Generator<UiMessageChunk> {
    if (index === 0) {
      yield* this.#takeBack();
      this.#brought = 0;
    }
    const known = Math.max(0, this.#length - this.#brought);
    this.#brought += text.length;
    yield* this.#add(text.slice(known));
  }

  /** The reply as it is stored, up to where the part ends: what no delta had comes now. */
  *whole(text: string): Generator<UiMessageChunk> {
    if (this.#part?.sent.isStartOf(text.slice(this.#ended)) === false) yield* this.#takeBack();
    yield* this.#add(text.slice(this.#length));
    yield* this.#endPart();
  }

  /** A call comes next, in the same step as the text before it. */
  *beforeCall(): Generator<UiMessageChunk> {
    yield* this.#endPart();
    if (this.#step === undefined) yield this.#startStep();
    this.#step = { calls: true };
  }

  /** Nothing comes any more. */
  *end(): Generator<UiMessageChunk> {
    yield* this.#endPart();
    if (this.#step !== undefined) yield { type: 'finish-step' };
    this.#step = undefined;
  }

  /** Characters of the reply that the client has. */
  get #length(): number {
    return this.#ended + (this.#part?.sent.length ?? 0);
  }

  *#takeBack(): Generator<UiMessageChunk> {
    if (this.#part?.started === true) yield { type: 'reset-step' };
    this.#part = undefined;
  }

  *#add(text: string): Generator<UiMessageChunk> {
    if (text === '') return;
    this.#part ??= { id: `text-${(this.#parts += 1)}`, sent: new SentText(), started: false };
    const part = this.#part;
    part.sent.add(text);
    // Blank lines separate the texts of turns, which are parts of their own here.
    const delta = part.started || this.#ended === 0 ? text : text.replace(/^\n+/, '');
    if (delta === '') return;
    if (!part.started) {
      part.started = true;
      if (this.#step?.calls === true) yield { type: 'finish-step' };
      if (this.#step?.calls !== false) yield this.#startStep();
      this.#step = { calls: false };
      yield { type: 'text-start', id: part.id };
    }
    yield { type: 'text-delta', id: part.id, delta };
  }

  #startStep(): UiMessageChunk {
    this.#steps += 1;
    return { type: 'start-step' };
  }

  *#endPart(): Generator<UiMessageChunk> {
    const part = this.#part;
    if (part === undefined) return;
    this.#ended += part.sent.length;
    this.#part = undefined;
    if (part.started) yield { type: 'text-end', id: part.id };
  }
}
