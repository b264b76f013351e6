import { expect, it } from 'vitest';
import type { DeltaDocument } from '#store/documents/delta.ts';
import type { EventDocument } from '#engine/documents/event.ts';
import { EventFeed } from '#store/events/event-feed.ts';
import type { EventSubscription } from '#store/events/event-subscription.ts';
import type { ChangeStream, Follower } from '#store/mongo/change-stream.ts';
import { StoredEvents } from '#store/mongo/stored-events.ts';

/** The change stream of a process, written to by hand. */
function changeStream() {
  const followers: Follower<never>[] = [];
  const tell = (collection: 'events' | 'deltas', document: EventDocument | DeltaDocument) => {
    for (const follower of followers) {
      if ((follower.collections as readonly string[]).includes(collection)) {
        follower.onDocument(document as never);
      }
    }
  };
  return {
    changes: {
      follow: async (follower: Follower<never>) => void followers.push(follower),
    } as unknown as ChangeStream,
    bring: (event: EventDocument) => tell('events', event),
    bringDelta: (delta: DeltaDocument) => tell('deltas', delta),
  };
}

const eventOf = (id: string, run_id = 'run_1') => ({ _id: id, run_id, thread_id: 'thr_1' }) as EventDocument;

/** Received events that a follower has not taken yet, by id. */
async function received(subscription: EventSubscription): Promise<string[]> {
  const next = await subscription.next(0);
  return typeof next === 'object' ? [next.event._id, ...(await received(subscription))] : [];
}

async function openFeed() {
  const stream = changeStream();
  const storedEvents = new StoredEvents();
  const feed = new EventFeed({ changes: stream.changes, storedEvents });
  const follow = async (id: string) => await feed.follow(id, new AbortController().signal);
  return { feed, storedEvents, stream, follow };
}

it('who follows a run is handed an event that this process stores before the change stream brings it, and once', async () => {
  const { storedEvents, stream, follow } = await openFeed();
  const subscription = await follow('run_1');
  storedEvents.announce([eventOf('evt_1'), eventOf('evt_2')]);
  expect(await received(subscription)).toEqual(['evt_1', 'evt_2']);
  stream.bring(eventOf('evt_1'));
  stream.bring(eventOf('evt_2'));
  stream.bring(eventOf('evt_3'));
  expect(await received(subscription)).toEqual(['evt_3']);
});

it('an event that the change stream brings before the write has returned is delivered once', async () => {
  const { storedEvents, stream, follow } = await openFeed();
  const subscription = await follow('run_1');
  stream.bring(eventOf('evt_1'));
  storedEvents.announce([eventOf('evt_1')]);
  expect(await received(subscription)).toEqual(['evt_1']);
});

it('who follows a thread receives events and deltas as the change stream brings them: a delta comes before its message', async () => {
  const { storedEvents, stream, follow } = await openFeed();
  const subscription = await follow('thr_1');
  await follow('run_1');
  storedEvents.announce([eventOf('evt_2')]);
  expect(await received(subscription)).toEqual([]);
  stream.bringDelta(eventOf('evt_1') as DeltaDocument);
  stream.bring(eventOf('evt_2'));
  expect(await received(subscription)).toEqual(['evt_1', 'evt_2']);
});

it('who begins to follow after an event was stored still receives it from the change stream', async () => {
  const { storedEvents, stream, follow } = await openFeed();
  await follow('run_2');
  storedEvents.announce([eventOf('evt_1')]);
  const late = await follow('run_1');
  stream.bring(eventOf('evt_1'));
  expect(await received(late)).toEqual(['evt_1']);
});

it('nothing is delivered after the feed is closed', async () => {
  const { feed, storedEvents, follow } = await openFeed();
  const subscription = await follow('run_1');
  feed.close();
  storedEvents.announce([eventOf('evt_2')]);
  expect(await subscription.next()).toBe('over');
});
