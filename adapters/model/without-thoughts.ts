import { ModelError } from '#engine/ports/model.ts';
import { taggedPrefix } from './kept-reasoning.ts';
import { type AnyModel, mapParts } from './map-parts.ts';
import { type Piece, TaggedThoughts, type Unopened } from './tagged-thoughts.ts';

/** After so many answers without one, nothing is held any more for thoughts without an opening tag. */
const answersWithout = 5;

/**
 * Whether a model begins its answers with thoughts of which only the end is tagged, because its server's template opens them in the
 * prompt. That shows with the first such answer. From then on, text of the model is held until it is known not to be one.
 */
export class UnopenedThoughts {
  #left = 0;

  get areExpected(): boolean {
    return this.#left > 0;
  }

  answered(hadOne: boolean): void {
    this.#left = hadOne ? answersWithout : Math.max(0, this.#left - 1);
  }
}

/**
 * A model whose thoughts come as such, and not as tagged text. A thought without an opening tag that was shown by the time it turns
 * out to be one fails the try: it is made again at once, and nothing is shown before that is known.
 * @param isShown whether text is shown while it comes
 * @param unopened undefined for providers whose answers have no such thoughts
 */
export function withoutThoughts(
  model: AnyModel,
  isShown: boolean,
  unopened: UnopenedThoughts | undefined,
): AnyModel {
  return mapParts(model, () => {
    const mode: Unopened =
      unopened === undefined ? 'text' : !isShown || unopened.areExpected ? 'held' : 'noticed';
    const texts = new Map<string, TaggedThoughts>();
    let thoughts = 0;
    let thought: string | undefined;
    let isBegun = false;
    let hadUnopened = false;
    let isOver = false;

    return (part, send) => {
      if (isOver) return;
      const endThought = () => {
        if (thought !== undefined) send({ type: 'reasoning-end', id: thought });
        thought = undefined;
      };
      const emit = (id: string, pieces: Piece[]) => {
        for (const { type, text } of pieces) {
          if (type === 'text') {
            endThought();
            send({ type: 'text-delta', id, delta: text });
          } else {
            if (thought === undefined) {
              thought = `${taggedPrefix}${(thoughts += 1)}`;
              send({ type: 'reasoning-start', id: thought });
            }
            send({ type: 'reasoning-delta', id: thought, delta: text });
          }
        }
      };
      if (part.type === 'text-start') {
        // Only what an answer begins with can be a thought.
        texts.set(part.id, new TaggedThoughts(isBegun ? 'text' : mode));
        send(part);
      } else if (part.type === 'text-delta') {
        const text = texts.get(part.id);
        if (text === undefined) send(part);
        else emit(part.id, text.add(part.delta));
        isBegun ||= part.delta.trim() !== '';
        hadUnopened ||= text?.foundUnopened === true;
        if (hadUnopened && mode === 'noticed') {
          isOver = true;
          unopened?.answered(true);
          send({ type: 'error', error: unopenedThought() });
        }
      } else if (part.type === 'text-end') {
        emit(part.id, texts.get(part.id)?.end() ?? []);
        endThought();
        send(part);
      } else {
        // The text before a call is complete at this point.
        if (part.type === 'tool-input-start') for (const [id, text] of texts) emit(id, text.end());
        if (part.type === 'finish') unopened?.answered(hadUnopened);
        send(part);
      }
    };
  });
}

function unopenedThought(): ModelError {
  return new ModelError({
    code: 'broken_stream',
    retryable: true,
    words: 'The answer began with a thought without an opening tag.',
  });
}
