import { expect, it, vi } from 'vitest';
import type { EventDocument } from '#engine/documents/event.ts';
import { StoredEvents } from '#store/mongo/stored-events.ts';

const event = { _id: 'evt_1' } as EventDocument;

it('every listener is told of what was stored, until it stops listening', () => {
  const stored = new StoredEvents();
  const told: string[] = [];
  const stop = stored.listen((events) => told.push(`a ${events.length}`));
  stored.listen((events) => told.push(`b ${events.length}`));
  stored.announce([event, event]);
  stop();
  stored.announce([event]);
  stored.announce([]);
  expect(told).toEqual(['a 2', 'b 2', 'b 1']);
});

it('a listener that throws disturbs neither the write nor the others, and its message is not told on', () => {
  const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
  const stored = new StoredEvents();
  const told: EventDocument[][] = [];
  stored.listen(() => {
    throw new TypeError('content of the conversation');
  });
  stored.listen((events) => told.push(events));
  stored.announce([event]);
  expect(told).toEqual([[event]]);
  expect(warn.mock.calls).toEqual([['A listener of stored events failed: TypeError']]);
  warn.mockRestore();
});
