import { beforeEach, expect, it } from 'vitest';
import { waitUntil } from '#tools/dev/processes/wait-until.ts';
import { newId } from '#store/mongo/ids.ts';
import { WatchAnnouncer, WatchedThreads } from '#store/streaming/watched-threads.ts';
import { dropDatabase, openTestDatabase } from '../../support/test-database.ts';
import { perTest } from '../../support/per-file.ts';

const db = perTest(openTestDatabase, dropDatabase);
let watched: WatchedThreads;
beforeEach(async () => {
  watched = new WatchedThreads(db);
  await watched.start();
});

/** Counts who asks for a thread's text. */
function listen(threadId: string) {
  const heard = { count: 0, end: () => {} };
  heard.end = watched.onAsk(threadId, () => (heard.count += 1));
  return heard;
}
const until = async (what: string, condition: () => boolean) =>
  await waitUntil(condition, { timeoutMs: 60_000, everyMs: 5, what });

it('[event.stream.text-so-far] who begins to watch asks, whichever process does, and is heard on that thread alone', async () => {
  const [thread, other] = [newId(), newId()];
  const [heard, elsewhere] = [listen(thread), listen(other)];
  const announcers = [new WatchAnnouncer(db), new WatchAnnouncer(db)];
  const ends: (() => void)[] = [];
  for (const [place, announcer] of announcers.entries()) {
    ends.push(announcer.watch(thread));
    await until('the ask is heard', () => heard.count === place + 1);
  }
  expect(watched.has(thread)).toBe(true);
  expect([elsewhere.count, watched.has(other)]).toEqual([0, false]);
  for (const end of ends) end();
});

it('[event.stream.text-so-far] those who ask at one moment are heard at once, and nobody is left out', async () => {
  const thread = newId();
  const heard = listen(thread);
  const announcer = new WatchAnnouncer(db);
  const ends = Array.from({ length: 500 }, () => announcer.watch(thread));
  // The first went out with the call; the others go out together.
  await until('both asks are heard', () => heard.count === 2);
  heard.end();
  announcer.ask(thread);
  const last = newId();
  const after = listen(last);
  ends.push(announcer.watch(last));
  await until('what comes later is heard', () => after.count === 1);
  expect(heard.count).toBe(2);
  for (const end of ends) end();
});

it('an announcement without a question keeps the thread watched, and asks nothing', async () => {
  const thread = newId();
  const heard = listen(thread);
  const announcer = new WatchAnnouncer(db);
  const end = announcer.watch(thread);
  await until('the ask is heard', () => heard.count === 1);
  const replacement = { watched_until: new Date(Date.now() + 3_600_000) };
  await db.watched_threads.replaceOne({ _id: thread }, replacement);
  announcer.ask(thread);
  await until('the next ask is heard', () => heard.count === 2);
  expect(watched.has(thread)).toBe(true);
  end();
});
