import { expect, it } from 'vitest';
import type { RequestRecord } from '#contract/request.ts';
import type { Trace } from '#contract/run.ts';
import type { ApiClient } from '../../support/api-client.ts';
import { post, publishScripted, settled, startThread } from '#clients/raw/conversation.ts';
import { verdict } from '../../support/verdict.ts';
import { sharedService } from '../../support/service.ts';

const service = sharedService();
const traceOf = async (client: ApiClient, run: string) =>
  (await client.get<Trace>(`/v1/loom/runs/${run}/trace`)).data;
/** Waits for a run without asking for it again and again, because each request would be in its trace; then asks once. */
const settledOnce = async (client: ApiClient, run: string) => {
  const isRunning = async () => (await service.db.runs.findOne({ _id: run }))?.state === 'running';
  await expect.poll(isRunning).toBe(false);
  await client.get(`/v1/loom/runs/${run}`);
};
const inShort = ({ method, route, status }: RequestRecord) => `${method} ${route} ${status}`;

it('[run.trace.requests] a trace has the requests made for the run, newest first, with what they were about', async () => {
  const { client } = await service.workspace({ subject: 'ada' });
  const { data: connection } = await client.post<{ id: string }>('/v1/connections', {
    name: 'host',
    base_url: 'http://127.0.0.1:9',
    auth: { type: 'none' },
  });
  const agent = await publishScripted(client, { patches: [{ ref: 'ask_user@1' }] });
  const thread = await startThread(client, agent.id);
  const run = await post(client, thread, '/call ask_user {"question":"Which?"}');
  await settledOnce(client, run);
  expect(await post(client, thread, 'This')).toBe(run);
  await settledOnce(client, run);
  await client.post(`/v1/loom/runs/${run}/cancel`);
  const another = await post(client, thread, 'Hello');
  await settled(client, another);
  const { requests, requests_count } = await traceOf(client, run);
  expect(requests.map(inShort)).toEqual([
    'POST /v1/loom/runs/{id}/cancel 202',
    'GET /v1/loom/runs/{id} 200',
    'POST /v1/loom/threads/{thread_id}/messages 202',
    'GET /v1/loom/runs/{id} 200',
    'POST /v1/loom/threads/{thread_id}/messages 202',
  ]);
  expect(requests_count).toBe(5);
  const about = { subject_ref: 'ada', run_id: run, thread_id: thread, connection_id: connection.id };
  for (const request of requests) expect(request).toMatchObject({ product: 'loom', ...about });
  // The trace itself was one more.
  expect((await traceOf(client, run)).requests.map(inShort)[0]).toBe('GET /v1/loom/runs/{id}/trace 200');
});

it('[run.trace.requests] of many, the newest 50 are shown and all are counted', async () => {
  const { client } = await service.workspace({ subject: 'ada' });
  const run = await post(client, await startThread(client), 'Hello');
  await settled(client, run);
  const { requests_count } = await traceOf(client, run);
  const asked = async () => (await client.get(`/v1/loom/runs/${run}`)).headers.get('request-id') as string;
  const ids = await Promise.all(Array.from({ length: 60 }, asked));
  const newestFirst = ids.toSorted((one, other) => (one < other ? 1 : -1));
  const trace = await traceOf(client, run);
  expect(trace.requests_count).toBe(requests_count + 61);
  expect(trace.requests.map(({ id }) => id)).toEqual(newestFirst.slice(0, 50));
});

it('what another subject tried is recorded, and is not in the trace', async () => {
  const { client } = await service.workspace({ subject: 'ada' });
  const run = await post(client, await startThread(client), 'Hello');
  await settled(client, run);
  expect(verdict(await client.as('bob').get(`/v1/loom/runs/${run}`))).toEqual([404, 'not_found']);
  expect((await traceOf(client, run)).requests.map(({ status }) => status)).not.toContain(404);
  const { data } = await client.get<RequestRecord[]>(`/v1/requests?run_id=${run}&status=404`);
  expect(data).toMatchObject([{ subject_ref: 'bob' }]);
});

it('the id of a connection in a path is in the record', async () => {
  const { client } = await service.workspace();
  const { data } = await client.post<{ id: string }>('/v1/connections', {
    name: 'host',
    base_url: 'http://127.0.0.1:9',
    auth: { type: 'none' },
  });
  await client.get(`/v1/connections/${data.id}`);
  const [record] = (await client.get<RequestRecord[]>('/v1/requests')).data;
  expect(record).toMatchObject({ product: 'platform', connection_id: data.id });
});
