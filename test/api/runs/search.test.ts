import { beforeAll, expect, it } from 'vitest';
import type { Costs } from '#contract/cost.ts';
import type { Run } from '#contract/run.ts';
import type { RunDocument } from '#engine/documents/run.ts';
import { idFrom } from '#store/mongo/ids.ts';
import { converse, publishScripted, startThread } from '#clients/raw/conversation.ts';
import type { ApiClient } from '../../support/api-client.ts';
import { erase, erased } from '../../support/erasures.ts';
import { sharedService } from '../../support/service.ts';
import { directClient, registerSigner } from '../../support/session-tokens.ts';
import { verdict } from '../../support/verdict.ts';
import { walk } from '../../support/walk.ts';

const service = sharedService();
let client: ApiClient;
let workspaceId: string;
const day = (number: number, time = '12:00:00'): Date => new Date(`2026-11-0${number}T${time}Z`);

/** A run as it is stored, with an id of the time when it was opened. */
function stored(index: number, opened_at: Date, parts: Partial<RunDocument> = {}): RunDocument {
  const end = `${index}`.padStart(12, '0');
  return {
    _id: `${idFrom(opened_at)}-7000-8000-${end}`,
    workspace_id: workspaceId,
    thread_id: `01a1b2c3-0000-7000-8000-${end}`,
    subject_ref: 'ada',
    agent: { id: `agent_${'0'.repeat(32)}`, key: 'payer', name: 'Payer' },
    origin: 'api',
    state: 'closed',
    reason: 'finished',
    seq: 1,
    turn_count: 1,
    last_event_seq: 1,
    cost: index * 1_000_000,
    opening: `Message ${index}`,
    opened_at,
    closed_at: opened_at,
    version: 1,
    ...parts,
  };
}

beforeAll(async () => {
  const workspace = await service.workspace();
  ({ client, id: workspaceId } = workspace);
  const other = await service.workspace();
  await service.db.runs.insertMany([
    stored(1, day(1), { models: ['openai:small'] }),
    stored(2, day(2), { reason: 'cancelled', models: ['openai:small', 'anthropic:large'] }),
    stored(3, day(3), {
      state: 'failed',
      error: { code: 'model_quota', message: 'No funds.' },
      subject_ref: 'bob',
    }),
    stored(4, day(4), { cost: 500_000, models: ['anthropic:large'] }),
    stored(5, day(4), { workspace_id: other.id, reason: 'cancelled', models: ['anthropic:large'] }),
  ]);
});

const list = async (query: string, as = client): Promise<number[]> =>
  (await as.get<Run[]>(`/v1/loom/runs?${query}`)).data.map(({ id }) => Number(id.slice(-12)));

it('[run.list.filters] runs are filtered by when they were opened, why they closed or failed, what they cost, and all of these', async () => {
  expect(await list('')).toEqual([4, 3, 2, 1]);
  expect(await list('from=2026-11-02T12:00:00Z&to=2026-11-04T12:00:00Z')).toEqual([3, 2]);
  expect(await list('from=2026-11-02T12:00:00.001Z')).toEqual([4, 3]);
  expect(await list('from=2026-11-03T00:00:00Z&to=2026-11-01T00:00:00Z')).toEqual([]);
  expect(await list('reason=cancelled')).toEqual([2]);
  expect(await list('reason=cancelled&state=closed')).toEqual([2]);
  expect(await list(`reason=cancelled&from=${day(1).toISOString()}`)).toEqual([2]);
  expect(await list('reason=cancelled&min_cost=0')).toEqual([2]);
  expect(await list('error_code=model_quota')).toEqual([3]);
  expect(await list('error_code=model_quota&state=closed')).toEqual([]);
  expect(await list('min_cost=1&max_cost=2')).toEqual([2, 1]);
  expect(await list('min_cost=2.000001')).toEqual([3]);
  expect(await list('agent_key=payer&subject=bob&min_cost=3&from=2026-11-03T00:00:00Z')).toEqual([3]);
  // A client that acts for a subject sees no other subject's runs.
  expect(await list('error_code=model_quota', client.as('ada'))).toEqual([]);
});

it('[run.list.filters] runs are filtered by a model that took a turn, with any other filter', async () => {
  const model = 'model=anthropic:large';
  expect(await list(model)).toEqual([4, 2]);
  expect(await list('model=openai:small')).toEqual([2, 1]);
  expect(await list('model=anthropic')).toEqual([]);
  expect(await list(`${model}&reason=cancelled`)).toEqual([2]);
  expect(await list(`${model}&state=closed&agent_key=payer&subject=ada`)).toEqual([4, 2]);
  expect(await list(`${model}&from=${day(2).toISOString()}&to=${day(4).toISOString()}`)).toEqual([2]);
  expect(await list(`${model}&min_cost=1`)).toEqual([2]);
  expect(await list(`${model}&order=cost&from=2026-11-01T00:00:00Z&to=2026-11-30T00:00:00Z`)).toEqual([2, 4]);
  expect(await list(model, client.as('bob'))).toEqual([]);
});

it('[run.list.filters] [run.trace.session-token] a run is found by its model as costs name it, and by nobody who may not see it', async () => {
  const { client: ada } = await service.workspace({ subject: 'ada' });
  const agent = await publishScripted(ada);
  const { id } = await converse(ada, await startThread(ada, agent.id), '/call nothing\n---\n/say Done.');
  const { data: costs } = await ada.ofWorkspace().get<Costs>('/v1/loom/stats/costs?by=model');
  const query = `/v1/loom/runs?model=${costs.groups[0]?.key}`;
  const { data: run } = await ada.get<Run>(`/v1/loom/runs/${id}`);
  expect((await ada.get<Run[]>(query)).data).toEqual([run]);
  expect(run).not.toHaveProperty('models');

  const signer = await registerSigner(ada);
  expect(verdict(await (await directClient(ada, signer)).get(query))).toEqual([403, 'forbidden']);
  expect((await (await directClient(ada, signer, { trace: 'full' })).get<Run[]>(query)).data).toEqual([run]);
});

it('[run.list.order] the dearest runs of a period come first, page by page', async () => {
  const period = 'from=2026-11-01T00:00:00Z&to=2026-11-30T00:00:00Z';
  expect(await list(`order=cost&${period}`)).toEqual([3, 2, 1, 4]);
  const pages = await walk<Run>(client, `/v1/loom/runs?order=cost&limit=1&${period}`);
  expect(pages.flatMap(({ data }) => data).map(({ cost_credits }) => cost_credits)).toEqual([3, 2, 1, 0.5]);
});

it.each([
  'from=yesterday',
  'min_cost=-1',
  'min_cost=0.0000001',
  'max_cost=1e3',
  'reason=why',
  'error_code=unknown',
  'order=cost',
  'order=cost&from=2026-01-01T00:00:00Z&to=2026-11-01T00:00:00Z',
  'order=age',
  'text=',
  'text=%E2%80%93',
  `text=${'x'.repeat(201)}`,
  'model=',
])('[run.list.filters] %s is refused', async (query) => {
  expect(verdict(await client.get(`/v1/loom/runs?${query}`))).toEqual([422, 'invalid_request']);
});

it('[run.list.text] [run.opening] runs are found by words of the message that opened them, by nobody else, and not once it is erased', async () => {
  const workspace = await service.workspace({ subject: 'eve' });
  const eve = workspace.client;
  const agent = await publishScripted(eve);
  const long = `Überweise 1250 Euro an Bo Lindqvist. ${'Bitte. '.repeat(100)}`;
  const { id } = await converse(eve, await startThread(eve, agent.id), long);
  const hello = await converse(eve, await startThread(eve, agent.id), 'Hello Bo');
  const found = async (text: string, as = eve) =>
    (await as.get<Run[]>(`/v1/loom/runs?text=${encodeURIComponent(text)}`)).data.map((run) => run.id);
  for (const text of ['uberweise', 'LINDQVIST überweise', 'bo lindq', 'euro 1250', 'lindqvist, bo'])
    expect([text, await found(text)]).toEqual([text, [id]]);
  expect(await found('bo')).toEqual([hello.id, id]);
  // Two letters are a word, and no beginning; nothing is a pattern.
  for (const text of ['li', '.*x', 'lindqvist mia', 'indqvist', 'l.ndqvist'])
    expect([text, await found(text)]).toEqual([text, []]);
  expect(await found('lindqvist', eve.as('mallory'))).toEqual([]);
  expect(await found('lindqvist', (await service.workspace({ subject: 'eve' })).client)).toEqual([]);

  const { data: run } = await eve.get<Run>(`/v1/loom/runs/${id}`);
  expect(run).not.toHaveProperty('opening');
  const lists = [
    await eve.get<Run[]>('/v1/loom/runs?text=lindqvist'),
    await eve.get<Run[]>('/v1/loom/runs?text=lindqvist&include=opening'),
  ];
  expect(lists.map(({ data }) => data)).toEqual([[run], [{ ...run, opening: long.slice(0, 280) }]]);

  const erasing = await erase(eve.ofWorkspace(), 'eve');
  await erased(eve.ofWorkspace(), erasing.data.id);
  expect(await found('lindqvist', eve.ofWorkspace())).toEqual([]);
});
