import { afterAll, beforeAll, expect, it } from 'vitest';
import { waitUntil } from '#dev/processes/wait-until.ts';
import { newId } from '#store/mongo/ids.ts';
import { mostOpenStreams, OpenStreams } from '#store/streaming/open-streams.ts';
import { publishActing } from '../../support/acting.ts';
import { startThread } from '../../support/conversation.ts';
import { type FollowOptions, followThread, type OpenStream } from '../../support/event-source.ts';
import { startService, type TestService } from '../../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService({ worker: false });
});
afterAll(async () => await service.stop());

const within = { timeoutMs: 60_000, everyMs: 20 };

async function workspaceWithThread() {
  const { id, client, apiKey } = await service.workspace({ subject: 'ada' });
  const agent = await publishActing(client, undefined, []);
  const threadId = await startThread(client, agent.id);
  const follow = async (options: Partial<FollowOptions> = {}) =>
    await followThread({ baseUrl: service.baseUrl, apiKey, subject: 'ada', threadId, ...options });
  return { id, client, follow, path: `/v1/loom/threads/${threadId}/events` };
}

it('[event.stream.limit] the stream after the 200th is refused, whichever process is asked, until one ends', async () => {
  const { baseUrl } = await service.secondApi();
  const { id, client, follow, path } = await workspaceWithThread();
  const elsewhere = new OpenStreams(service.db);
  await Promise.all(Array.from({ length: mostOpenStreams - 2 }, () => elsewhere.open(id)));
  const [first, second] = [await follow(), await follow({ baseUrl })];
  expect([first.status, second.status]).toEqual([200, 200]);
  const refused = await client.get(path);
  expect([refused.status, refused.error.code]).toEqual([429, 'rate_limited']);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await follow({ baseUrl })).status).toBe(429);
  // Everything else goes on, and so do other workspaces.
  expect((await client.get('/v1/loom/threads')).status).toBe(200);
  const other = await (await workspaceWithThread()).follow();
  expect(other.status).toBe(200);
  second.close();
  const third = await waitUntilOpen(follow);
  expect((await follow()).status).toBe(429);
  for (const each of [first, third, other]) each.close();
  await elsewhere.close();
});

async function waitUntilOpen(follow: () => Promise<OpenStream>): Promise<OpenStream> {
  let stream = await follow();
  const what = 'there is room';
  await waitUntil(async () => stream.status === 200 || (stream = await follow()).status === 200, {
    ...within,
    what,
  });
  return stream;
}

it('[event.stream.limit] a request that no stream follows takes no room', async () => {
  const { id, client, path } = await workspaceWithThread();
  expect((await client.send('HEAD', path)).status).toBe(200);
  const holders = async () => (await service.db.open_streams.findOne({ _id: id }))?.holders;
  await waitUntil(async () => (await holders())?.length === 0, { ...within, what: 'none is counted' });
});

it('[event.stream.limit] streams of a process that was killed count until its lease ends', async () => {
  const workspaceId = newId();
  const [killed, other] = [new OpenStreams(service.db), new OpenStreams(service.db)];
  const ends = await Promise.all(Array.from({ length: mostOpenStreams }, () => killed.open(workspaceId)));
  expect(ends.every((end) => end !== undefined)).toBe(true);
  expect(await other.open(workspaceId)).toBeUndefined();
  // The first one to have its lease end is what it would be a minute after the kill.
  const openAfterLease = async () => {
    await service.db.open_streams.updateOne({ _id: workspaceId }, { $set: { 'holders.0.until': 0 } });
    return await other.open(workspaceId);
  };
  // Again where it renews its lease in between: unlike a killed one, it still has its timer.
  await expect.poll(openAfterLease).toBeDefined();
  await Promise.all([killed.close(), other.close()]);
});

it('[event.stream.limit] of processes that open the last ones at once, none opens one too many', async () => {
  const workspaceId = newId();
  const processes = Array.from({ length: 4 }, () => new OpenStreams(service.db));
  const opened = await Promise.all(
    Array.from({ length: mostOpenStreams + 40 }, async (_, n) => await processes[n % 4]?.open(workspaceId)),
  );
  expect(opened.filter((end) => end !== undefined)).toHaveLength(mostOpenStreams);
  // Each end counts once, however often it is told.
  for (const end of opened) end?.();
  for (const end of opened) end?.();
  await Promise.all(processes.map((each) => each.close()));
  expect(await service.db.open_streams.findOne({ _id: workspaceId })).toMatchObject({ holders: [] });
});
