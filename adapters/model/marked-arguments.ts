import { randomUUID } from 'node:crypto';
import { quoteInexact } from '#contract/exact-json.ts';
import { type AnyModel, mapParts } from './map-parts.ts';
import { memberSpans } from './member-spans.ts';

/**
 * For providers that send arguments as objects, which their SDKs parse together with the event around them: in the events, the object
 * becomes another one that holds its text, and in the parts of the SDK the text takes its place again.
 */

/** The name of the only member of such an object. No model can know it. */
const mark = `text-${randomUUID()}`;
const marked = new RegExp(`\\{"${mark}":"([\\w-]*)"\\}`, 'g');

/** An object with members. Of an empty one, the members may follow in pieces. */
const hasMembers = /^\{\s*"/;
/** Only such data can have a number that a double would change. */
const suspect = /[\d.]{16}|\d[eE]/;

/**
 * Marks the arguments in the data of an event.
 * @param inside the member whose object has the arguments
 * @param name their member
 */
export function markingArguments(inside: string, name: string): (data: string) => string {
  const named = `"${name}"`;
  return (data) => {
    const marking = data.includes(named) ? markedIn(data, inside, name) : data;
    // A number of arguments that come in another way must not be rounded either: a text in its place breaks the stream.
    return suspect.test(marking) ? quoteInexact(marking) : marking;
  };
}

function markedIn(data: string, inside: string, name: string): string {
  const pieces: string[] = [];
  let copied = 0;
  for (const { start, end } of memberSpans(data, inside, name)) {
    const text = data.slice(start, end);
    if (!hasMembers.test(text)) continue;
    pieces.push(
      data.slice(copied, start),
      JSON.stringify({ [mark]: Buffer.from(text).toString('base64url') }),
    );
    copied = end;
  }
  return pieces.join('') + data.slice(copied);
}

/** A model whose calls have their arguments as they were before {@link markingArguments}. */
export function withMarkedArguments(model: AnyModel): AnyModel {
  return mapParts(model, () => (part, send) => {
    if (part.type === 'tool-call') send({ ...part, input: unmarked(part.input) });
    else if (part.type === 'tool-input-delta') send({ ...part, delta: unmarked(part.delta) });
    else send(part);
  });
}

function unmarked(text: string): string {
  return text.replaceAll(marked, (_, encoded: string) => Buffer.from(encoded, 'base64url').toString());
}
