import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Bookings } from '#store/mongo/bookings.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Bookings that end on demand. */
function startBookings() {
  const begun: { workspaceId: string; end: (error?: Error) => void }[] = [];
  const bookings = new Bookings(
    async (workspaceId) =>
      await new Promise((resolve, reject) => {
        begun.push({ workspaceId, end: (error) => (error === undefined ? resolve() : reject(error)) });
      }),
  );
  return { bookings, begun, ids: () => begun.map(({ workspaceId }) => workspaceId) };
}

it('many charges within a second are booked once a workspace', async () => {
  const { bookings, ids } = startBookings();
  for (let count = 0; count < 10; count += 1) {
    bookings.soon('a');
    bookings.soon('b');
  }
  expect(ids()).toEqual([]);
  await vi.advanceTimersByTimeAsync(1000);
  expect(ids()).toEqual(['a', 'b']);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(ids()).toEqual(['a', 'b']);
});

it('who asks while a booking is under way shares the next one, which begins when that has ended, also in failure', async () => {
  const { bookings, begun, ids } = startBookings();
  const first = bookings.now('a').catch((error: Error) => error.message);
  const later = [bookings.now('a'), bookings.now('a')];
  const other = bookings.now('b');
  expect(ids()).toEqual(['a', 'b']);
  begun[0]?.end(new Error('away'));
  expect(await first).toBe('away');
  await vi.waitFor(() => expect(ids()).toEqual(['a', 'b', 'a']));
  begun[1]?.end();
  begun[2]?.end();
  await Promise.all([...later, other]);
  expect(ids()).toHaveLength(3);
});

it('a booking that was asked for takes the place of the one that was due', async () => {
  const { bookings, begun } = startBookings();
  bookings.soon('a');
  const now = bookings.now('a');
  begun[0]?.end();
  await now;
  await vi.advanceTimersByTimeAsync(5000);
  expect(begun).toHaveLength(1);
});

it('one that fails in the background is tried again ever later, and given up at last', async () => {
  const { bookings, begun } = startBookings();
  bookings.soon('a');
  const counts: number[] = [];
  for (const afterMs of [1000, 2000, 4000, 8000, 16_000, 32_000, 1_000_000]) {
    await vi.advanceTimersByTimeAsync(afterMs);
    counts.push(begun.length);
    begun.at(-1)?.end(new Error('away'));
  }
  expect(counts).toEqual([1, 2, 3, 4, 5, 6, 6]);
});

it('closed, it begins none in the background and waits for what is under way', async () => {
  const { bookings, begun } = startBookings();
  void bookings.now('a');
  bookings.soon('b');
  let closed = false;
  const closing = bookings.close().then(() => (closed = true));
  await vi.advanceTimersByTimeAsync(5000);
  expect([begun.length, closed]).toEqual([1, false]);
  begun[0]?.end();
  await closing;
  bookings.soon('a');
  await vi.advanceTimersByTimeAsync(5000);
  expect(begun).toHaveLength(1);
});
