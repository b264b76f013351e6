import { expect, it } from 'vitest';
import { waitUntil } from '#tools/dev/processes/wait-until.ts';
import { createWorkspace, setWorkspaceStreams } from '#store/credentials/workspaces.ts';
import type { Database } from '#store/mongo/database.ts';
import { newId } from '#store/mongo/ids.ts';
import { WorkspaceSettings } from '#store/credentials/workspace-settings.ts';
import { OpenStreams } from '#store/streaming/open-streams.ts';
import { publishActing } from '../../support/acting.ts';
import { startThread } from '#clients/raw/conversation.ts';
import { type FollowOptions, followThread, type OpenStream } from '../../support/event-source.ts';
import { sharedService } from '../../support/service.ts';

const service = sharedService('without-worker');
/** The limit of workspaces that have no limit of their own. */
const most = 20;
const newProcess = () => new OpenStreams(service.db, new WorkspaceSettings(service.db), most);

const within = { timeoutMs: 60_000, everyMs: 20 };

/** @param streams the workspace's limit. It is set first, because processes keep the settings of a workspace for two seconds */
async function workspaceWithThread(streams?: number) {
  const { id, client, apiKey } = await service.workspace({ subject: 'ada' });
  if (streams !== undefined) await setWorkspaceStreams(service.db, id, streams);
  const agent = await publishActing(client, undefined, []);
  const threadId = await startThread(client, agent.id);
  const follow = async (options: Partial<FollowOptions> = {}) =>
    await followThread({ baseUrl: service.baseUrl, apiKey, subject: 'ada', threadId, ...options });
  return { id, client, follow, path: `/v1/loom/threads/${threadId}/events` };
}

it('[event.stream.limit] the stream after the last that a workspace’s setting allows is refused, whichever process is asked, until one ends', async () => {
  const { baseUrl } = await service.secondApi();
  const { id, client, follow, path } = await workspaceWithThread(12);
  const elsewhere = newProcess();
  await Promise.all(Array.from({ length: 10 }, () => elsewhere.open(id)));
  const [first, second] = [await follow(), await follow({ baseUrl })];
  expect([first.status, second.status]).toEqual([200, 200]);
  const refused = await client.get(path);
  expect([refused.status, refused.error.code]).toEqual([429, 'rate_limited']);
  expect(refused.error.message).toContain('has 12 streams');
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await follow({ baseUrl })).status).toBe(429);
  // Everything else continues, and so do other workspaces.
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

it('[event.stream.limit] streams of a process that was killed count until its lease ends, which is ten seconds', async () => {
  const workspaceId = newId();
  const [killed, other] = [newProcess(), newProcess()];
  const opened = await Promise.all(Array.from({ length: most }, () => killed.open(workspaceId)));
  expect(opened.every((each) => 'end' in each)).toBe(true);
  expect(await other.open(workspaceId)).toEqual({ most });
  const { holders = [] } = (await service.db.open_streams.findOne({ _id: workspaceId })) ?? {};
  expect(holders[0]?.until).toBeLessThanOrEqual(Date.now() + 10_000);
  // The first one to have its lease end is what it would be ten seconds after the kill.
  const openAfterLease = async () => {
    await service.db.open_streams.updateOne({ _id: workspaceId }, { $set: { 'holders.0.until': 0 } });
    return await other.open(workspaceId);
  };
  // Again where it renews its lease in between: unlike a killed one, it still has its timer.
  await expect.poll(openAfterLease).toHaveProperty('end');
  await Promise.all([killed.close(), other.close()]);
});

it('[event.stream.limit] a process renews the leases of all its workspaces, and counts again what others have dropped', async () => {
  const [kept, dropped] = [newId(), newId()];
  const process = newProcess();
  const opened = [await process.open(kept), await process.open(dropped), await process.open(dropped)];
  const holderOf = async (_id: string) => (await service.db.open_streams.findOne({ _id }))?.holders[0];
  const before = (await holderOf(kept))?.until ?? Infinity;
  await service.db.open_streams.updateOne({ _id: dropped }, { $set: { holders: [] } });
  await expect.poll(async () => (await holderOf(kept))?.until, { timeout: 60_000 }).toBeGreaterThan(before);
  await expect.poll(async () => (await holderOf(dropped))?.open, { timeout: 60_000 }).toBe(2);
  expect((await holderOf(kept))?.open).toBe(1);
  for (const each of opened) if ('end' in each) each.end();
  await process.close();
});

it('[event.stream.limit] of processes that open the last ones at once, none opens one too many', async () => {
  const workspaceId = newId();
  const processes = Array.from({ length: 4 }, newProcess);
  const opening = processes.flatMap((each) => Array.from({ length: 10 }, () => each.open(workspaceId)));
  const opened = (await Promise.all(opening)).filter((each) => 'end' in each);
  expect(opened).toHaveLength(most);
  // Each end counts once, however often it is reported.
  for (const { end } of opened) end();
  for (const { end } of opened) end();
  await Promise.all(processes.map((each) => each.close()));
  expect(await service.db.open_streams.findOne({ _id: workspaceId })).toMatchObject({ holders: [] });
});

it('[event.stream.limit] a changed setting holds for a workspace that has streams open', async () => {
  const { workspace } = await createWorkspace(service.db, { name: 'Test', credits: 0 });
  await setWorkspaceStreams(service.db, workspace._id, 1);
  const process = newProcess();
  expect(await process.open(workspace._id)).toHaveProperty('end');
  expect(await process.open(workspace._id)).toEqual({ most: 1 });
  await setWorkspaceStreams(service.db, workspace._id, 2);
  await expect.poll(async () => await process.open(workspace._id), { timeout: 60_000 }).toHaveProperty('end');
  expect(await process.open(workspace._id)).toEqual({ most: 2 });
  await process.close();
});

/** A database whose answers to some operations on open streams are lost, although they were done. */
function losingAnswers(isLost: (operation: string) => boolean): Database {
  const { open_streams } = service.db;
  const losing = new Proxy(open_streams, {
    get: (target, name) => {
      const member: unknown = Reflect.get(target, name, target);
      if (typeof member !== 'function') return member;
      return async (...args: unknown[]) => {
        const done: unknown = await member.apply(target, args);
        if (isLost(String(name))) throw new Error('the answer is lost');
        return done;
      };
    },
  });
  return { ...service.db, open_streams: losing };
}

it('[event.stream.limit] a stream whose count was stored, but not confirmed, does not count while others stay open', async () => {
  const workspaceId = newId();
  let lose = false;
  const process = new OpenStreams(
    losingAnswers((operation) => lose && operation === 'findOneAndUpdate'),
    new WorkspaceSettings(service.db),
    most,
  );
  await process.open(workspaceId);
  const stored = async () => (await service.db.open_streams.findOne({ _id: workspaceId }))?.holders[0]?.open;
  lose = true;
  await expect(process.open(workspaceId)).rejects.toThrow('the answer is lost');
  expect(await stored()).toBe(2);
  lose = false;
  await expect.poll(stored, { timeout: 60_000 }).toBe(1);
  await process.close();
});

it('[event.stream.limit] while MongoDB is away, a process tries to renew its leases with one operation at a time', async () => {
  const workspaces = Array.from({ length: 5 }, newId);
  const asked: string[] = [];
  let isAway = false;
  const process = new OpenStreams(
    losingAnswers((operation) => {
      if (isAway) asked.push(operation);
      return isAway;
    }),
    new WorkspaceSettings(service.db),
    most,
  );
  for (const id of workspaces) await process.open(id);
  isAway = true;
  await expect.poll(() => asked.length, { timeout: 60_000 }).toBeGreaterThanOrEqual(2);
  isAway = false;
  expect(new Set(asked)).toEqual(new Set(['updateMany']));
  await process.close();
});
