import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest';
import { connectMcpClient } from '#attack/mcp-client.ts';
import { Tenant } from '#attack/tenant.ts';
import { waitUntil } from '#dev/processes/wait-until.ts';
import { type ServiceProcess, startServiceProcess } from '#dev/service/service-process.ts';
import { createWorkspace } from '#store/credentials/workspaces.ts';
import { ApiClient } from '../support/api-client.ts';
import { programEnvironment } from '../support/compiled-modules.ts';
import { post, publishScripted, startThread } from '#client/conversation.ts';
import { dropDatabase, openDatabaseOn } from '../support/open-database.ts';
import { patience, readyTimeoutMs } from '../support/patience.ts';
import { perFile } from '../support/per-file.ts';

vi.setConfig(patience);

const db = perFile(() => openDatabaseOn(inject('mongodbUri')), dropDatabase);
let api: ServiceProcess;
let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'heddle-stop-'));
  api = await startServiceProcess('api', {
    logFile: join(directory, 'api.log'),
    readyTimeoutMs,
    env: {
      ...programEnvironment(),
      MONGODB_URI: inject('mongodbUri'),
      MONGODB_DATABASE: db.runs.dbName,
      TEMPORAL_ADDRESS: inject('temporalAddress'),
      ENCRYPTION_KEYS: `test:${randomBytes(32).toString('base64')}`,
    },
  });
});

afterAll(async () => {
  await api.stop();
  await rm(directory, { recursive: true, force: true });
});

it('an API that is told to stop answers who waits, over MCP too, and stores the records of all that it answered', async () => {
  const { workspace, api_key } = await createWorkspace(db, { name: 'Test', credits: 1_000_000_000 });
  const client = new ApiClient(api.url, { apiKey: api_key, subject: 'ada' });
  // No worker: the run stays as it is for as long as anybody waits.
  const agent = await publishScripted(client);
  const run = await post(client, await startThread(client, agent.id), 'Hello');
  const mcp = await connectMcpClient(new Tenant(api.url, workspace._id, api_key), agent.id);
  const calling = mcp.call('send_message', { message: 'Hello' });
  const called = async () => (await db.runs.countDocuments({ origin: 'mcp' })) > 0;
  await waitUntil(called, { timeoutMs: 60_000, what: 'the tool is called' });
  const waiting = client.get<{ state: string }>(`/v1/loom/runs/${run}?wait=30`);
  await Promise.all(Array.from({ length: 30 }, async () => await client.get('/v1/agents')));
  await api.stop();
  expect((await waiting).data.state).toBe('running');
  expect((await calling).run.state).toBe('running');
  const records = await db.requests.find({ workspace_id: workspace._id }).toArray();
  const routes = records.map(({ route }) => route);
  const count = (route: string) => routes.filter((one) => one === route).length;
  expect([count('/v1/agents'), count('/v1/loom/runs/{id}'), count('/mcp/{agent_id}')]).toEqual([31, 1, 1]);
});
