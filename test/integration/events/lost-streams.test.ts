import { setTimeout as sleep } from 'node:timers/promises';
import type { MongoClient } from 'mongodb';
import { expect, it } from 'vitest';
import { ChangeStream } from '#store/mongo/change-stream.ts';
import { followedByApi } from '#store/mongo/followed-writes.ts';
import { post, publishScripted, settled, startThread } from '#clients/raw/conversation.ts';
import { followThread } from '../../support/event-source.ts';
import { startProxiedService } from '../../support/proxied-service.ts';
import { perFile } from '../../support/per-file.ts';

const service = perFile(startProxiedService);

it('[event.stream] a stream outlives the loss of MongoDB, and then goes on without loss or repeat', async () => {
  const { client, apiKey } = await service.workspace({ subject: 'ada' });
  const thread = await startThread(client, (await publishScripted(client)).id);
  const stream = await followThread({ baseUrl: service.baseUrl, apiKey, subject: 'ada', threadId: thread });
  // The driver mends what is short; it gives up on what is longer than 5 s.
  for (const outageMs of [0, 100, 0, 7000]) {
    const run = await post(client, thread, '/sleep 300\n/say on');
    await service.mongodb.cut();
    await sleep(outageMs);
    await service.mongodb.restore();
    await stream.until(({ type, event }) => type === 'run.completed' && event.run_id === run);
  }
  stream.close();
  const log = await service.db.events.find({ thread_id: thread }).sort({ thread_seq: 1 }).toArray();
  expect(stream.events.flatMap(({ id }) => id ?? [])).toEqual(log.map(({ _id }) => _id));
});

it('[event.stream] [event.deltas.before-completed] where the server has no change streams, events come all the same, and the reply as one delta', async () => {
  const { client, apiKey } = await service.workspace({ subject: 'ada' });
  const thread = await startThread(client, (await publishScripted(client)).id);
  // The server refuses the stream, as a standalone one does.
  const { changes, client: mongo } = service.db;
  const refusing = {
    db: (name: string) => ({ watch: () => mongo.db(name).watch([{ $noSuchStage: {} }]) }),
  } as unknown as MongoClient;
  service.db.changes = new ChangeStream(refusing, service.db.runs.dbName, followedByApi);
  const second = await service.secondApi();
  const stream = await followThread({ baseUrl: second.baseUrl, apiKey, subject: 'ada', threadId: thread });
  const run = await post(client, thread, '/say one');
  expect((await settled(client.at(second.baseUrl), run)).state).toBe('closed');
  await stream.until(({ type }) => type === 'run.completed');
  stream.close();
  await service.db.changes.close();
  service.db.changes = changes;
  expect(stream.events.map(({ type }) => type)).toEqual([
    'run.started',
    'message.delta',
    'message.completed',
    'run.completed',
  ]);
  expect(stream.events[1]?.event.data).toMatchObject({ index: 0, text: 'one' });
});
