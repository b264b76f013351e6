import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { MappedEventData } from '#adapters/event-data.ts';

function mapped(pieces: readonly string[], map: (data: string) => string): string {
  const events = new MappedEventData(map);
  return pieces.map((piece) => events.add(piece)).join('') + events.end();
}

it('data is mapped event by event, also of several lines, and the rest of an event is kept', () => {
  const stream = ': hi\n\nevent: message\nid: 7\ndata: a\ndata:b\n\ndata: c\r\n\r\n';
  expect(mapped([stream], (data) => data.toUpperCase())).toBe(
    ': hi\n\nevent: message\nid: 7\ndata: A\ndata: B\n\ndata: C\n\n',
  );
});

it('what stays the same passes through as it came, wherever it is cut', () => {
  const streams = fc
    .array(fc.constantFrom('\n', '\r', '\r\n', 'data: x', 'data:', 'id: 1', ':'))
    .map((parts) => parts.join(''));
  fc.assert(
    fc.property(streams, fc.array(fc.nat(20), { maxLength: 4 }), (stream, cuts) => {
      const at = [0, ...cuts.map((cut) => Math.min(cut, stream.length)), stream.length].toSorted(
        (a, b) => a - b,
      );
      const pieces = at.slice(1).map((end, index) => stream.slice(at[index], end));
      expect(mapped(pieces, (data) => data)).toBe(stream);
    }),
  );
});

it('[limit.loop.pieces] an event takes as long in very many pieces as in one', () => {
  // Several minutes if each piece took time for the whole event.
  const lines = Array.from({ length: 300_000 }, () => 'data: a\n');
  expect(mapped([...lines, '\n', 'data: b'], (data) => `${data.length}`)).toBe('data: 599999\n\ndata: 1\n\n');
  expect(mapped(['data: ', ...lines.map(() => 'a'), '\n', '\n'], (data) => data && 'b')).toBe('data: b\n\n');
});
