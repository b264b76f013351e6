import { expect, it } from 'vitest';
import { mappingEvents } from '#adapters/model/mapping-events.ts';

const answering = (type: string, status = 200) =>
  mappingEvents(
    async () => new Response('data: a\n\n', { status, headers: { 'content-type': type } }),
    (data) => data.toUpperCase(),
  );

it.each([
  ['text/event-stream', 200, 'A'],
  ['Text/Event-Stream; charset=utf-8', 200, 'A'],
  ['text/plain', 200, 'A'],
  ['application/octet-stream', 200, 'A'],
  ['application/json', 200, 'a'],
  ['text/event-stream', 500, 'a'],
])(
  '[number.args] the data of a stream is mapped, whatever its server calls it: %s, %i',
  async (type, status, data) => {
    const response = await answering(type, status)('http://model.example');
    expect(await response.text()).toBe(`data: ${data}\n\n`);
  },
);
