import { MappedEventData } from '../event-data.ts';
import { isStream } from './plain-answer.ts';

/** A `fetch` whose event streams have their data mapped, event by event. Events whose data becomes undefined are left out. */
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
  const events = new MappedEventData(map);
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
