import { readKeepingDigits } from '#contract/exact-json.ts';
import { ModelError } from '#engine/ports/model.ts';
import { MappedEventData } from '../event-data.ts';
import { isStream } from './plain-answer.ts';

/**
 * A `fetch` whose event streams have their data mapped, event by event. Events whose data becomes undefined are left out. A stream
 * breaks off, as `broken_stream`, at an event of a call that names a member twice: the SDKs would take the last one.
 */
export function mappingEvents(
  fetch: typeof globalThis.fetch,
  map: (data: string) => string | undefined,
): typeof globalThis.fetch {
  return async (input, init) => {
    const response = await fetch(input, init);
    return isStream(response) ? mapped(response, map) : response;
  };
}

function mapped(response: Response, map: (data: string) => string | undefined): Response {
  if (response.body === null) return response;
  const events = new MappedEventData((data) => {
    const mapped = map(data);
    // Mapped arguments are text, even if they came as an object: a member that the model names twice in them is its own fault.
    if (mapped !== undefined && ofCall.test(mapped)) refuseRepeats(mapped);
    return mapped;
  });
  const stream = new TransformStream<string, string>({
    transform: (text, controller) => controller.enqueue(events.add(text)),
    flush: (controller) => controller.enqueue(events.end()),
  });
  const body = response.body
    .pipeThrough(new TextDecoderStream())
    .pipeThrough(stream)
    .pipeThrough(new TextEncoderStream());
  return new Response(body, response);
}

/** The names under which protocols send the arguments of calls. */
const ofCall = /arguments|"(?:args|input|partial_json)"/;

function refuseRepeats(data: string): void {
  const read = readKeepingDigits(data);
  if (!('fault' in read) || read.fault !== 'repeated_member') return;
  throw new ModelError({ code: 'broken_stream', retryable: true, words: 'An event names a member twice.' });
}
