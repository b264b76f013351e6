import { expect, it } from 'vitest';
import type { Costs } from '#contract/cost.ts';
import type { Run } from '#contract/run.ts';
import type { RunStats, WebhookStats } from '#contract/stats.ts';
import type { RunDocument } from '#engine/documents/run.ts';
import type { StoredTurn } from '#store/documents/turn.ts';
import { toJsonText } from '#contract/json-text.ts';
import { idFrom, newAgentId, newEventId, newId } from '#store/mongo/ids.ts';
import type { ApiClient } from '../../support/api-client.ts';
import { converse, publishScripted, startThread } from '#clients/raw/conversation.ts';
import { startService } from '../../support/service.ts';
import { verdict } from '../../support/verdict.ts';
import { createEndpoint } from '../../support/webhook-receiver.ts';
import { perFile } from '../../support/per-file.ts';

const service = perFile(startService);
const stats = async (client: ApiClient, query = '') =>
  (await client.get<RunStats>(`/v1/loom/stats${query}`)).data;

const at = (time: string, afterMs = 0) => new Date(Date.parse(`2026-11-${time}Z`) + afterMs);
/** The first moment of a day in UTC: of today, or of so many days later. */
const startOfDay = (daysLater: number) =>
  new Date((Math.floor(Date.now() / 86_400_000) + daysLater) * 86_400_000);
const agents = [newAgentId(), newAgentId()] as const;

/** A run as it is stored, of the first agent. */
function run(workspace_id: string, opened_at: Date, parts: Partial<RunDocument>): RunDocument {
  return {
    _id: newId(),
    workspace_id,
    thread_id: newId(),
    subject_ref: 'ada',
    agent: { id: agents[0], key: 'a', name: 'A' },
    origin: 'api',
    state: 'running',
    seq: 1,
    turn_count: 1,
    last_event_seq: 1,
    cost: 0,
    opened_at,
    version: 1,
    ...parts,
  };
}

/** A turn as it is stored, of the first agent. */
function turn(workspace_id: string, created_at: Date, input_tokens: number): StoredTurn {
  return {
    _id: newId(),
    workspace_id,
    run_id: newId(),
    agent_id: agents[0],
    seq: 1,
    model_class: 'scripted',
    text: '',
    calls: [],
    input_tokens,
    output_tokens: 2 * input_tokens,
    cost: 0,
    request: toJsonText({}),
    response: toJsonText({}),
    created_at,
  };
}

it('[stats.runs] [stats.latency] [stats.buckets] runs are counted by state and reason, with how long they took, what they read and said and cost', async () => {
  const { id, client } = await service.workspace();
  const other = await service.workspace();
  const second = { agent: { id: agents[1], key: 'b', name: 'B' } };
  const early = at('01T05:00:00');
  const late = at('02T23:59:59.999');
  const runs = [
    run(id, early, {
      state: 'closed',
      reason: 'finished',
      closed_at: new Date(early.getTime() + 1000),
      cost: 1_500_000,
    }),
    run(id, early, {
      state: 'closed',
      reason: 'finished',
      closed_at: new Date(early.getTime() + 1000),
      cost: 250_000,
    }),
    run(id, early, {
      state: 'closed',
      reason: 'cancelled',
      closed_at: new Date(early.getTime() + 60_000),
      ...second,
    }),
    run(id, late, {
      state: 'failed',
      error: { code: 'model_error', message: '' },
      closed_at: new Date(late.getTime() + 5000),
    }),
    run(id, late, { state: 'awaiting_input', first_paused_at: new Date(late.getTime() + 2000) }),
    // Outside of the period, or of the workspace.
    run(id, at('03T00:00:00'), {}),
    run(id, new Date(at('01T00:00:00').getTime() - 1), {}),
    run(other.id, early, {}),
  ];
  await service.db.runs.insertMany(runs);
  await service.db.turns.insertMany([
    turn(id, early, 10),
    turn(id, late, 5),
    turn(id, at('03T00:00:00'), 100),
    turn(other.id, early, 100),
  ]);
  const period = '?from=2026-11-01T00:00:00Z&to=2026-11-03T00:00:00Z';
  const near = (ms: number) =>
    expect.toSatisfy((value: number) => Math.abs(value - ms) <= ms / 10, `within ten percent of ${ms}`);
  const finished = { state: 'closed', reason: 'finished', count: 2 };
  const cancelled = { state: 'closed', reason: 'cancelled', count: 1 };
  const failed = { state: 'failed', error_code: 'model_error', count: 1 };
  const held = { state: 'awaiting_input', count: 1 };
  expect(await stats(client, period)).toEqual({
    from: '2026-11-01T00:00:00.000Z',
    to: '2026-11-03T00:00:00.000Z',
    interval: 'day',
    total: {
      runs: [held, cancelled, finished, failed],
      to_end: { count: 4, p50_ms: near(1000), p95_ms: near(60_000) },
      to_first_pause: { count: 1, p50_ms: near(2000), p95_ms: near(2000) },
      input_tokens: 15,
      output_tokens: 30,
      cost_credits: 1.75,
    },
    buckets: [
      {
        start: '2026-11-01T00:00:00.000Z',
        runs: [cancelled, finished],
        to_end: { count: 3, p50_ms: near(1000), p95_ms: near(60_000) },
        input_tokens: 10,
        output_tokens: 20,
        cost_credits: 1.75,
      },
      {
        start: '2026-11-02T00:00:00.000Z',
        runs: [held, failed],
        to_end: { count: 1, p50_ms: near(5000), p95_ms: near(5000) },
        to_first_pause: { count: 1, p50_ms: near(2000), p95_ms: near(2000) },
        input_tokens: 5,
        output_tokens: 10,
        cost_credits: 0,
      },
    ],
  });
  const hours = await stats(client, `${period}&interval=hour`);
  expect(hours.buckets).toHaveLength(48);
  expect(hours.buckets[5]?.runs).toEqual([cancelled, finished]);
  expect(hours.buckets[6]?.runs).toEqual([]);
  const ofSecond = await stats(client, `${period}&agent_id=${agents[1]}`);
  expect(ofSecond.total).toMatchObject({ runs: [cancelled], input_tokens: 0 });
});

it('[stats.runs] what runs do shows at once', async () => {
  const { client } = await service.workspace({ subject: 'ada' });
  const agent = await publishScripted(client, { patches: [{ ref: 'ask_user@1' }] });
  const thread = await startThread(client, agent.id);
  await converse(client, thread, 'Hello');
  const { data: ended } = await client.get<Run[]>('/v1/loom/runs');
  await converse(client, thread, '/call ask_user {"question":"?"}');
  const { total } = await stats(client);
  expect(total).toMatchObject({
    runs: [
      { state: 'awaiting_input', count: 1 },
      { state: 'closed', reason: 'finished', count: 1 },
    ],
    to_end: { count: 1 },
    to_first_pause: { count: 1 },
  });
  expect(total.cost_credits).toBeGreaterThanOrEqual(ended[0]?.cost_credits ?? 1);
});

it('[stats.webhooks] attempts are counted by endpoint and by time, for endpoints of the workspace only', async () => {
  const { client, id } = await service.workspace();
  // Attempts of a month ago would be removed while they are counted.
  const [first, second, end] = [-2, -1, 0].map(startOfDay) as [Date, Date, Date];
  const hours = (day: Date, count: number) => new Date(day.getTime() + count * 3_600_000);
  const other = await service.workspace();
  const [busy, idle] = [
    await createEndpoint(client, 'https://busy.example'),
    await createEndpoint(client, 'https://idle.example'),
  ];
  const foreign = await createEndpoint(other.client, 'https://foreign.example');
  const attempt = (endpoint_id: string, created_at: Date, status: 'succeeded' | 'failed', index: number) => ({
    _id: `${idFrom(created_at)}-7000-8000-${String(index).padStart(12, '0')}`,
    workspace_id: id,
    endpoint_id,
    event_id: newEventId(),
    attempt: 1,
    status,
    duration_ms: 1,
    created_at,
  });
  await service.db.webhook_attempts.insertMany([
    attempt(busy.id, first, 'succeeded', 1),
    attempt(busy.id, hours(first, 23), 'failed', 2),
    attempt(busy.id, hours(second, 1), 'succeeded', 3),
    attempt(busy.id, end, 'succeeded', 4),
    attempt(foreign.id, first, 'failed', 5),
  ]);
  const { data } = await client.get<WebhookStats>(
    `/v1/stats/webhooks?from=${first.toISOString()}&to=${end.toISOString()}`,
  );
  const none = { delivered: 0, failed: 0 };
  expect(data.endpoints).toEqual([
    {
      endpoint_id: idle.id,
      ...none,
      buckets: [
        { start: first.toISOString(), ...none },
        { start: second.toISOString(), ...none },
      ],
    },
    {
      endpoint_id: busy.id,
      delivered: 2,
      failed: 1,
      buckets: [
        { start: first.toISOString(), delivered: 1, failed: 1 },
        { start: second.toISOString(), delivered: 1, failed: 0 },
      ],
    },
  ]);
});

it.each(['/v1/loom/stats', '/v1/stats/webhooks', '/v1/loom/stats/costs'])(
  '[stats.bounded] of %s a period that is too long, or has too many parts, is refused',
  async (path) => {
    const { client } = await service.workspace();
    const verdictOf = async (query: string) => verdict(await client.get(`${path}?${query}`));
    expect(await verdictOf('from=2026-01-01T00:00:00Z&to=2026-04-03T00:00:00Z')).toEqual([200]);
    for (const query of [
      'from=2026-01-01T00:00:00Z&to=2026-04-03T00:00:01Z',
      'from=2026-01-01T00:00:00Z&to=2026-01-12T00:00:00Z&interval=hour',
      'from=2026-01-02T00:00:00Z&to=2026-01-01T00:00:00Z',
      'interval=minute',
      'from=yesterday',
    ]) {
      expect(await verdictOf(query)).toEqual([422, 'invalid_request']);
    }
  },
);

it('[costs.by] [costs.bounded] costs are added up by agent, subject and model and over time, the dearest first, for runs of the workspace only', async () => {
  const { client, id } = await service.workspace();
  const other = await service.workspace();
  const first = at('01T05:00:00');
  const second = at('02T05:00:00');
  const credit = 1_000_000;
  await service.db.runs.insertMany([
    run(id, first, { cost: 2 * credit }),
    run(id, second, { cost: credit, subject_ref: 'bob', agent: { id: agents[1], key: 'b', name: 'B' } }),
    run(id, second, { cost: 5 * credit }),
    run(other.id, first, { cost: 100 * credit }),
    // Outside of the period.
    run(id, at('03T00:00:00'), { cost: 100 * credit }),
    ...Array.from({ length: 21 }, (_, index) =>
      run(id, first, { subject_ref: `s${index}`, agent: { id: agents[1], key: 'b', name: 'B' } }),
    ),
  ]);
  const priced = (created_at: Date, cost: number, model?: string): StoredTurn => ({
    ...turn(id, created_at, 1),
    cost,
    ...(model !== undefined && { model }),
  });
  await service.db.turns.insertMany([
    priced(first, credit, 'anthropic:large'),
    priced(second, credit, 'anthropic:large'),
    priced(second, 3 * credit),
    { ...turn(other.id, first, 1), cost: credit },
  ]);
  const costs = async (query: string) =>
    (
      await client.get<Costs>(
        `/v1/loom/stats/costs?from=2026-11-01T00:00:00Z&to=2026-11-03T00:00:00Z${query}`,
      )
    ).data;
  const told = ({ groups }: Costs) =>
    groups.map(({ key, cost_credits, count, buckets }) => [
      key,
      cost_credits,
      count,
      ...buckets.map((part) => part.cost_credits),
    ]);
  const byAgent = await costs('');
  expect(byAgent).toMatchObject({
    by: 'agent',
    interval: 'day',
    cost_credits: 8,
    count: 24,
    other_groups: 0,
  });
  expect(byAgent.buckets).toEqual([
    { start: '2026-11-01T00:00:00.000Z', cost_credits: 2, count: 22 },
    { start: '2026-11-02T00:00:00.000Z', cost_credits: 6, count: 2 },
  ]);
  expect(told(byAgent)).toEqual([
    ['a', 7, 2, 2, 5],
    ['b', 1, 22, 0, 1],
  ]);
  const bySubject = await costs('&by=subject');
  expect(bySubject).toMatchObject({ cost_credits: 8, other_groups: 3 });
  expect(bySubject.groups).toHaveLength(20);
  expect(told(bySubject).slice(0, 2)).toEqual([
    ['ada', 7, 2, 2, 5],
    ['bob', 1, 1, 0, 1],
  ]);
  expect(told(await costs('&by=model'))).toEqual([
    ['scripted', 3, 1, 0, 3],
    ['anthropic:large', 2, 2, 1, 1],
  ]);
  expect(verdict(await client.get('/v1/loom/stats/costs?by=day'))).toEqual([422, 'invalid_request']);
});
