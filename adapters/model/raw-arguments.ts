import { isJsonObject } from '#contract/json.ts';
import { type AnyModel, mapParts } from './map-parts.ts';

/**
 * Arguments as the model wrote them. The AI SDK reads them with `JSON.parse`, which rounds numbers and takes the last of two
 * members of one name.
 */

/** A model whose calls pass through the SDK as text, for {@link rawArguments}. */
export function withRawArguments(model: AnyModel): AnyModel {
  return mapParts(model, () => (part, send) => {
    send(part.type === 'tool-call' ? { ...part, input: JSON.stringify({ raw: part.input }) } : part);
  });
}

/** The arguments of a call as the model wrote them. */
export function rawArguments(input: unknown): string {
  if (!isJsonObject(input) || typeof input['raw'] !== 'string') throw new Error('the call was not wrapped');
  return input['raw'];
}
