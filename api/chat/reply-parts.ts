import type { UiMessageChunk } from '#contract/chat.ts';

/**
 * The text parts of a reply and the steps that they are in. A reply is one text, which grows over all turns of its run, and
 * may start over while a turn is taken again.
 */
export class ReplyParts {
  /** Characters of the reply in parts that have ended. */
  #ended: number;
  /** The part that grows, with its characters of the reply. */
  #part: { id: string; length: number; started: boolean } | undefined;
  #parts = 0;
  /** The step that is open: whether a call is in it. */
  #step: { calls: boolean } | undefined;

  #steps = 0;

  /** @param said characters of the reply that the client has */
  constructor(said: number) {
    this.#ended = said;
  }

  /** The number of the newest step; 0 before the first. */
  get step(): number {
    return this.#steps;
  }

  /** A delta of the reply; index 0 has all that was said so far. */
  *delta(index: number, text: string): Generator<UiMessageChunk> {
    if (index > 0) return yield* this.#add(text);
    if (this.#part?.started === true) yield { type: 'reset-step' };
    this.#part = undefined;
    yield* this.#add(text.slice(this.#ended));
  }

  /** The reply as a whole: what no delta had comes now. */
  *whole(text: string): Generator<UiMessageChunk> {
    yield* this.#add(text.slice(this.#ended + (this.#part?.length ?? 0)));
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

  *#add(text: string): Generator<UiMessageChunk> {
    if (text === '') return;
    this.#part ??= { id: `text-${(this.#parts += 1)}`, length: 0, started: false };
    const part = this.#part;
    part.length += text.length;
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
    this.#ended += part.length;
    this.#part = undefined;
    if (part.started) yield { type: 'text-end', id: part.id };
  }
}
