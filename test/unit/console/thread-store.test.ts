import { expect, it, vi } from 'vitest';
import { ThreadStore } from '#console/conversation/thread-store.ts';
import { storedEvent } from './stored-event.ts';

it('[console.catch-up] [console.nothing-doubled] whoever shows a thread is told once of what is new, and not of what was heard before', () => {
  const store = new ThreadStore();
  const told = vi.fn<() => void>();
  const stop = store.subscribe(told);
  const empty = store.snapshot();
  const events = [storedEvent('run.started', {}), storedEvent('run.completed', {})];
  store.receive(events);
  expect(told).toHaveBeenCalledTimes(1);
  const heard = store.snapshot();
  expect(heard).not.toBe(empty);
  expect(heard.log.events).toHaveLength(2);
  store.receive(events);
  store.read([]);
  store.setConnection('connecting');
  expect(store.snapshot()).toBe(heard);
  expect(told).toHaveBeenCalledTimes(1);
  store.setConnection('live');
  store.fail(new Error('refused'));
  store.startOver();
  expect(store.snapshot()).toMatchObject({ connection: 'connecting', failure: undefined, log: heard.log });
  stop();
  store.setConnection('broken');
  expect(told).toHaveBeenCalledTimes(4);
});

it('whoever reads a thread knows which events about held calls were heard before', () => {
  const store = new ThreadStore();
  expect(store.holds()).toEqual(new Set());
  const held = storedEvent('write.confirmation_requested', {});
  store.receive([storedEvent('run.started', {}), held]);
  expect(store.holds()).toEqual(new Set([held.id]));
});
