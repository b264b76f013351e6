import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MongoClient } from 'mongodb';
import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest';
import { startServiceProcess } from '#dev/service/service-process.ts';
import { runAdminProcess } from '../support/admin.ts';
import { programEnvironment } from '../support/compiled-modules.ts';
import { patience, readyTimeoutMs } from '../support/patience.ts';

vi.setConfig(patience);

const client = new MongoClient(inject('mongodbUri'));
const database = `test_${randomBytes(6).toString('hex')}`;
let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'heddle-unmigrated-'));
});
afterAll(async () => {
  await client.db(database).dropDatabase();
  await client.close();
  await rm(directory, { recursive: true, force: true });
});

it('API and worker wait for a database that is not migrated, say what it lacks, and create nothing', async () => {
  const mongodb = { MONGODB_URI: inject('mongodbUri'), MONGODB_DATABASE: database };
  const env = {
    ...mongodb,
    ...programEnvironment(),
    TEMPORAL_ADDRESS: inject('temporalAddress'),
    ENCRYPTION_KEYS: `test:${randomBytes(32).toString('base64')}`,
  };
  const names = ['api', 'worker'] as const;
  const logFile = (name: string) => join(directory, `${name}.log`);
  const starting = names.map(
    async (name) => await startServiceProcess(name, { env, logFile: logFile(name), readyTimeoutMs }),
  );
  const logs = async () =>
    await Promise.all(names.map(async (name) => await readFile(logFile(name), 'utf8')));
  const complaint = `The database ${database} lacks the index `;
  await expect.poll(async () => (await logs()).map((log) => log.includes(complaint))).toEqual([true, true]);
  expect(await client.db(database).listCollections().toArray()).toEqual([]);
  expect(await runAdminProcess(['migrate'], mongodb)).toMatchObject({ code: 0 });
  for (const part of await Promise.all(starting)) await part.stop();
});
