import type { CommandStartedEvent, Document } from 'mongodb';
import { expect, it } from 'vitest';
import type { Trace } from '#contract/run.ts';
import type { RequestRecord } from '#contract/request.ts';
import { madeAt, newId } from '#store/mongo/ids.ts';
import { insertRequests } from '#store/requests/requests.ts';
import { definition } from '../../support/agents.ts';
import { ApiClient } from '../../support/api-client.ts';
import { cookieOf, signIn, withCookie } from '../../support/console-session.ts';
import { post, publishScripted, startThread } from '#clients/raw/conversation.ts';
import { requestRecord } from '../../support/request-record.ts';
import { startService } from '../../support/service.ts';
import { verdict } from '../../support/verdict.ts';
import { walk } from '../../support/walk.ts';
import { perFile } from '../../support/per-file.ts';

const service = perFile(() => startService({ worker: false }));
const listed = async (client: ApiClient, query = '') =>
  (await client.get<RequestRecord[]>(`/v1/requests${query}`)).data;
const inShort = ({ method, route, status }: RequestRecord) => `${method} ${route} ${status}`;

it('[request-log.record] [request-log.id] a request is listed as soon as it is answered, under its Request-Id', async () => {
  const { client } = await service.workspace({ subject: 'ada' });
  const before = Date.now();
  const { headers } = await client.get('/v1/agents?key=support');
  const id = headers.get('request-id') as string;
  const [record] = await listed(client);
  expect(record).toEqual({
    id,
    method: 'GET',
    path: '/v1/agents',
    route: '/v1/agents',
    status: 200,
    duration_ms: expect.any(Number),
    product: 'platform',
    origin: 'api',
    credential: { kind: 'api_key', id: expect.any(String) },
    replayed: false,
    cost_credits: 0,
    created_at: madeAt(id).toISOString(),
  });
  expect(record?.duration_ms).toBeLessThanOrEqual(Date.now() - before + 1);
  expect((await client.get(`/v1/requests/${id}`)).data).toEqual(record);
});

it('[request-log.record] [pagination.newest-first] all that a workspace asked is there, newest first, the refused too', async () => {
  const { client } = await service.workspace();
  const ada = client.as('ada');
  const thread = await startThread(ada);
  const missing = newId();
  await ada.get(`/v1/loom/threads/${missing}`);
  await ada.post(`/v1/loom/threads/${thread}/messages`, { content: '' });
  await client.get('/v1/loom/runs/1');
  await client.send('POST', '/v1/agents', { body: '{', headers: { 'content-type': 'application/json' } });
  const records = await listed(client);
  expect(records.map(inShort)).toEqual([
    'POST /v1/agents 400',
    'GET /v1/loom/runs/{id} 422',
    'POST /v1/loom/threads/{thread_id}/messages 422',
    'GET /v1/loom/threads/{thread_id} 404',
    'POST /v1/loom/threads 201',
    'POST /v1/agents 201',
  ]);
  expect(records[4]).toMatchObject({ product: 'loom', subject_ref: 'ada', thread_id: thread });
  expect(records[3]).toMatchObject({ path: `/v1/loom/threads/${missing}`, thread_id: missing });
  expect(records[2]).toMatchObject({ subject_ref: 'ada', thread_id: thread });
  for (const { id } of records) expect(verdict(await client.get(`/v1/requests/${id}`))).toEqual([200]);
});

it('[request-log.filters] requests are filtered by run, product and status, and by all of them', async () => {
  const { client } = await service.workspace({ subject: 'ada' });
  const thread = await startThread(client);
  const { data } = await client.post<{ run_id: string }>(`/v1/loom/threads/${thread}/messages`, {
    content: 'Hello',
  });
  await client.get(`/v1/loom/runs/${data.run_id}`);
  await client.get(`/v1/loom/runs/${newId()}`);
  const routes = async (query: string) => (await listed(client, query)).map(inShort);
  const asked = 'GET /v1/loom/runs/{id} 200';
  const posted = 'POST /v1/loom/threads/{thread_id}/messages 202';
  expect(await routes(`?run_id=${data.run_id}`)).toEqual([asked, posted]);
  expect(await routes('?status=404')).toEqual(['GET /v1/loom/runs/{id} 404']);
  expect(await routes('?product=loom')).toEqual([
    'GET /v1/loom/runs/{id} 404',
    asked,
    posted,
    'POST /v1/loom/threads 201',
  ]);
  expect(await routes(`?run_id=${data.run_id}&product=loom&status=202`)).toEqual([posted]);
  expect(await routes('?product=voice')).toEqual([]);
  for (const query of ['?product=bank', '?status=ok', '?status=99', '?run_id=1', '?path=x']) {
    expect(verdict(await client.get(`/v1/requests${query}`))).toEqual([422, 'invalid_request']);
  }
});

it('each filter walks an index: no more records are read than are listed', async () => {
  const { id: workspace_id, client } = await service.workspace();
  const run_id = newId();
  await insertRequests(service.db, [
    ...Array.from({ length: 100 }, () => requestRecord({ workspace_id })),
    requestRecord({ workspace_id, status: 404 }),
    requestRecord({ workspace_id, product: 'voice' }),
    requestRecord({ workspace_id, run_id }),
  ]);
  let sent: Document = {};
  const listen = ({ commandName, command }: CommandStartedEvent) => {
    if (commandName === 'find' && command['find'] === 'requests') sent = command;
  };
  service.db.client.on('commandStarted', listen);
  for (const query of ['?status=404', '?product=voice', `?run_id=${run_id}`]) {
    expect(await listed(client, query)).toHaveLength(1);
    const { find, filter, sort, limit } = sent;
    const plan = await service.db.client
      .db(service.db.requests.dbName)
      .command({ explain: { find, filter, sort, limit }, verbosity: 'executionStats' });
    expect(plan['executionStats']).toMatchObject({ totalKeysExamined: 1, totalDocsExamined: 1 });
  }
  service.db.client.off('commandStarted', listen);
});

it('[pagination.walk] records are walked without gap or double while others are made; cursors keep to their list', async () => {
  const { client } = await service.workspace();
  const made: (string | null)[] = [];
  for (let count = 0; count < 7; count += 1) {
    made.unshift((await client.get('/v1/agents')).headers.get('request-id'));
  }
  const pages = await walk<RequestRecord>(client, '/v1/requests?limit=3&status=200', async () => {
    await client.get('/v1/patches');
  });
  expect(pages.flatMap(({ data }) => data.map(({ id }) => id))).toEqual(made);
  const cursor = pages[0]?.pagination.next_cursor ?? '';
  for (const path of [`/v1/requests?status=404&cursor=${cursor}`, `/v1/agents?cursor=${cursor}`]) {
    expect(verdict(await client.get(path))).toEqual([422, 'invalid_cursor']);
  }
  const other = await service.workspace();
  expect(verdict(await other.client.get(`/v1/requests?status=200&cursor=${cursor}`))).toEqual([
    422,
    'invalid_cursor',
  ]);
});

it('[tenancy.cross-workspace] requests of another workspace are not there', async () => {
  const { client } = await service.workspace();
  const id = (await client.get('/v1/agents')).headers.get('request-id');
  const other = await service.workspace();
  expect(await listed(other.client)).toEqual([]);
  expect(verdict(await other.client.get(`/v1/requests/${id}`))).toEqual([404, 'not_found']);
  for (const unknown of [newId(), '1', 'x'.repeat(300)]) {
    expect(verdict(await client.get(`/v1/requests/${unknown}`))).toEqual([404, 'not_found']);
  }
});

it('requests without a valid credential, and to where nothing is, are nobody’s', async () => {
  const { id, client } = await service.workspace();
  await client.with({ apiKey: 'sk_none' }).get('/v1/agents');
  await client.get('/v1/nothing');
  await client.send('PUT', '/v1/agents');
  expect(await listed(client)).toEqual([]);
  const others = { workspace_id: { $ne: id }, path: '/v1/nothing' };
  expect(await service.db.requests.find(others).toArray()).toEqual([]);
});

it('[request-log.no-secrets] bodies, queries and credentials are in no record and no log line', async () => {
  const { client, apiKey } = await service.workspace({ subject: 'ada' });
  const thread = await startThread(client, (await publishScripted(client)).id);
  await client.post(`/v1/loom/threads/${thread}/messages`, { content: 'the secret word is xyzzy' });
  await client.post('/v1/agents', definition({ key: 'UPPER-xyzzy' }));
  await client.get('/v1/agents?key=xyzzy');
  await client.get('/v1/agents?limit=xyzzy');
  const records = await listed(client);
  expect(records.length).toBeGreaterThan(5);
  const stored = await service.db.requests.find().toArray();
  const kept = JSON.stringify([stored, records, service.logs]);
  expect(kept).not.toContain('xyzzy');
  expect(kept).not.toContain(apiKey.slice(3));
});

it('[request-log.kept-30-days] records are removed after 30 days', async () => {
  const indexes = await service.db.requests.indexes();
  expect(indexes).toContainEqual(
    expect.objectContaining({ key: { created_at: 1 }, expireAfterSeconds: 30 * 24 * 60 * 60 }),
  );
  expect(await service.db.requests.findOne({ created_at: { $type: 'date' } })).not.toBeNull();
});

it('[request-log.console-reads] what the console reads is left out of the log and of traces, and listed when it is asked for', async () => {
  const { client, apiKey } = await service.workspace();
  const stranger = new ApiClient(service.baseUrl, {});
  const cookie = cookieOf(await signIn(stranger, { api_key: apiKey, name: 'Ada' }));
  const page = withCookie(stranger, cookie);
  const thread = await startThread(client.as('ada'));
  const run = await post(client.as('ada'), thread, '/say Hi');
  const as = (who: ApiClient) => who.with({ subject: 'ada' });
  await page.get('/v1/agents');
  await page.get('/v1/loom/threads/none');
  await as(withCookie(stranger, cookie, 'playground')).get(`/v1/loom/runs/${run}`);
  await as(page).post(`/v1/loom/runs/${run}/cancel`);

  // Actions of a person there are listed as usual.
  expect((await listed(client)).map(inShort).slice(0, 2)).toEqual([
    'POST /v1/loom/runs/{id}/cancel 202',
    'POST /v1/loom/threads/{thread_id}/messages 202',
  ]);
  const reads = await listed(client, '?console_reads=only');
  expect(reads.map(({ path, origin }) => [path, origin])).toEqual([
    [`/v1/loom/runs/${run}`, 'playground'],
    ['/v1/loom/threads/none', 'console'],
    ['/v1/agents', 'console'],
  ]);
  expect(await listed(client, `?console_reads=only&run_id=${run}`)).toEqual([reads[0]]);
  expect(await listed(client, '?console_reads=only&product=platform')).toEqual([reads[2]]);
  expect(await listed(client, '?console_reads=only&status=422')).toEqual([reads[1]]);
  expect((await client.get(`/v1/requests/${reads[0]?.id}`)).data).toEqual(reads[0]);
  const { data: trace } = await client.as('ada').get<Trace>(`/v1/loom/runs/${run}/trace`);
  expect(trace.requests.map(({ method }) => method)).toEqual(['POST', 'POST']);
  expect(trace.requests_count).toBe(2);
  expect((await client.get('/v1/requests?console_reads=true')).status).toBe(422);
});
