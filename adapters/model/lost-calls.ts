import { ModelError } from '#engine/ports/model.ts';
import { type AnyModel, mapParts } from './map-parts.ts';

/**
 * A model whose stream has all calls that it has begun or announced, and only those that are to be made here. Some gateways leave out
 * the end of a call, or put the call where the SDK does not look: such an answer fails, because the rest would look like all of it.
 * Calls that the provider has made itself are none of the agent's.
 */
export function withoutLostCalls(model: AnyModel): AnyModel {
  return mapParts(model, () => {
    // Not by their ids: some give a call another one at its end.
    let begun = 0;
    let ended = 0;
    let hasOfProvider = false;
    return (part, send) => {
      if (isOfProvider(part)) {
        hasOfProvider = true;
        if (part.type !== 'tool-input-start') return;
      } else if (part.type === 'tool-input-start') begun += 1;
      else if (part.type === 'tool-call') ended += 1;
      if (part.type === 'finish') {
        const { unified } = part.finishReason;
        const isCut = unified === 'length' || unified === 'content-filter';
        const isAnnounced = unified === 'tool-calls' && !hasOfProvider;
        if (!isCut && (begun > ended || (isAnnounced && ended === 0))) {
          send({ type: 'error', error: lostCall() });
        }
      }
      send(part);
    };
  });
}

function isOfProvider(part: { type: string; providerExecuted?: boolean | undefined }): boolean {
  return part.type === 'tool-result' || part.providerExecuted === true;
}

function lostCall(): ModelError {
  return new ModelError({
    code: 'broken_stream',
    retryable: true,
    words: 'The answer has begun a call that it has not ended.',
  });
}
