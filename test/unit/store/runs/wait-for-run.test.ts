import { expect, it, vi } from 'vitest';
import type { EventDocument } from '#engine/documents/event.ts';
import type { RunDocument } from '#engine/documents/run.ts';
import type { EventType } from '#contract/event.ts';
import { EventFeed } from '#store/events/event-feed.ts';
import type { ChangeStream } from '#store/mongo/change-stream.ts';
import { StoredEvents } from '#store/mongo/stored-events.ts';
import { waitForRun } from '#store/runs/wait-for-run.ts';

const changes = { follow: async () => {} } as unknown as ChangeStream;
const runOf = (state: RunDocument['state'], version: number) =>
  ({ _id: 'run_1', state, version }) as RunDocument;
const eventOf = (type: EventType) => ({ _id: `evt_${type}`, type, run_id: 'run_1' }) as EventDocument;

/** Waits for a run, which `reads` tell of in turn, while this process stores what the test says. */
function wait(...reads: RunDocument[]) {
  const storedEvents = new StoredEvents();
  const feed = new EventFeed({ changes, storedEvents });
  const look = vi.fn<() => Promise<RunDocument>>(async () => reads.shift() ?? runOf('failed', 99));
  const stop = new AbortController();
  const run = waitForRun(feed, 'run_1', look, { timeoutMs: 60_000, signal: stop.signal });
  const store = async (type: EventType, stored?: RunDocument) => {
    await vi.waitFor(() => expect(look).toHaveBeenCalled());
    storedEvents.announce([eventOf(type)], { deliveries: [], run: stored });
  };
  return { run, look, store, feed, stop };
}

it('a run that this process has closed is not read again', async () => {
  const { run, look, store } = wait(runOf('running', 3));
  const closed = runOf('closed', 4);
  await store('run.completed', closed);
  expect(await run).toBe(closed);
  expect(look).toHaveBeenCalledTimes(1);
});

it('a pause that was stored before the run was last read does not end the wait', async () => {
  const { run, look, store } = wait(runOf('running', 5), runOf('running', 5), runOf('closed', 6));
  await store('write.confirmation_requested', runOf('awaiting_input', 4));
  await vi.waitFor(() => expect(look).toHaveBeenCalledTimes(2));
  await store('run.completed');
  expect((await run).version).toBe(6);
});

it('a run that this process knows to be running is not read before it has ended', async () => {
  const storedEvents = new StoredEvents();
  const feed = new EventFeed({ changes, storedEvents });
  const { signal } = new AbortController();
  // From the first follower on, the process receives changes.
  await feed.follow('another', signal);
  const known = { workspace_id: 'ws_1', last_event_seq: 1 };
  storedEvents.announce([eventOf('run.started')], {
    deliveries: [],
    run: { ...runOf('running', 1), ...known },
  });
  const look = vi.fn<() => Promise<RunDocument>>();
  const scope = { workspace_id: 'ws_1' };
  const run = waitForRun(feed, 'run_1', look, { timeoutMs: 60_000, signal, scope });
  await new Promise((resolve) => setImmediate(resolve));
  const closed = { ...runOf('closed', 2), ...known, last_event_seq: 3 };
  storedEvents.announce([eventOf('run.completed')], { deliveries: [], run: closed });
  expect(await run).toBe(closed);
  expect(look).not.toHaveBeenCalled();
});

it('a run that was stored before the process heard of changes is read: another one may have settled it', async () => {
  const storedEvents = new StoredEvents();
  const opened = Promise.withResolvers<void>();
  const opening = { follow: async () => await opened.promise } as unknown as ChangeStream;
  const feed = new EventFeed({ changes: opening, storedEvents });
  const { signal } = new AbortController();
  const scope = { workspace_id: 'ws_1' };
  const closed = runOf('closed', 2);
  const look = vi.fn<() => Promise<RunDocument>>(async () => await Promise.resolve(closed));
  const run = waitForRun(feed, 'run_1', look, { timeoutMs: 60_000, signal, scope });
  const running = { ...runOf('running', 1), workspace_id: 'ws_1', last_event_seq: 1 };
  storedEvents.announce([eventOf('run.started')], { deliveries: [], run: running });
  opened.resolve();
  expect(await run).toBe(closed);
});

it('once the time is over, a run is read, however well it is known', async () => {
  const storedEvents = new StoredEvents();
  const feed = new EventFeed({ changes, storedEvents });
  const { signal } = new AbortController();
  await feed.follow('another', signal);
  const run = { ...runOf('running', 1), workspace_id: 'ws_1', last_event_seq: 1 };
  storedEvents.announce([eventOf('run.started')], { deliveries: [], run });
  const read = runOf('awaiting_input', 2);
  const waiting = { timeoutMs: 1, signal, scope: { workspace_id: 'ws_1' } };
  expect(await waitForRun(feed, 'run_1', async () => await Promise.resolve(read), waiting)).toBe(read);
});

it('when the feed is closed or the client has gone, the wait ends with the run as it is', async () => {
  const closed = wait(runOf('running', 3), runOf('running', 4));
  await vi.waitFor(() => expect(closed.look).toHaveBeenCalled());
  closed.feed.close();
  expect((await closed.run).version).toBe(4);
  const gone = wait(runOf('running', 3), runOf('running', 4));
  await vi.waitFor(() => expect(gone.look).toHaveBeenCalled());
  gone.stop.abort();
  expect((await gone.run).version).toBe(4);
});
