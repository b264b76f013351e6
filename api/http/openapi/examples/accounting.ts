import { ids, times } from './ids.ts';

const request = {
  id: ids.request,
  method: 'POST',
  path: `/v1/loom/threads/${ids.thread}/messages`,
  route: '/v1/loom/threads/{thread_id}/messages',
  status: 202,
  duration_ms: 14,
  product: 'loom',
  origin: 'api',
  subject_ref: 'customer-481',
  run_id: ids.run,
  thread_id: ids.thread,
  connection_id: ids.connection,
  replayed: false,
  cost_credits: 0,
  created_at: times.posted,
};

const period = { from: '2026-11-20T00:00:00.000Z', to: '2026-11-21T00:00:00.000Z', interval: 'day' };

const latency = { count: 61, p50_ms: 2140, p95_ms: 8310 };

const runFigures = {
  runs: [
    { state: 'closed', reason: 'finished', count: 60 },
    { state: 'failed', error_code: 'model_error', count: 1 },
  ],
  to_end: latency,
  to_first_pause: { count: 9, p50_ms: 1270, p95_ms: 3300 },
  input_tokens: 189_311,
  output_tokens: 24_060,
  cost_credits: 13.184,
};

const attempts = { delivered: 366, failed: 2 };

const costs = { cost_credits: 13.184, count: 61 };
const costBuckets = [{ start: period.from, ...costs }];

/** Examples of requests, usage, statistics and charges. */
export const accountingExamples = {
  Request: request,
  Latency: latency,
  RunStats: { ...period, total: runFigures, buckets: [{ start: period.from, ...runFigures }] },
  Costs: {
    ...period,
    by: 'agent',
    ...costs,
    buckets: costBuckets,
    groups: [{ key: 'payments', ...costs, buckets: costBuckets }],
    other_groups: 0,
  },
  WebhookStats: {
    ...period,
    endpoints: [
      { endpoint_id: ids.webhookEndpoint, ...attempts, buckets: [{ start: period.from, ...attempts }] },
    ],
  },
  Balance: { balance: 999.784, held: 5 },
  NewBudget: { scope: 'agent', id: 'payments', credits: 200, period: 'day' },
  Budget: {
    id: ids.budget,
    scope: 'agent',
    of: 'payments',
    credits: 200,
    period: 'day',
    spent: 41.3,
    created_at: times.published,
    updated_at: times.published,
  },
  DeletedBudget: { id: ids.budget },
  LedgerEntry: {
    id: ids.ledgerEntry,
    delta: -0.216,
    balance: 999.784,
    reason: 'turn',
    ref: ids.run,
    created_at: times.replied,
  },
  Usage: {
    from: '2026-11-01T00:00:00.000Z',
    to: '2026-12-01T00:00:00.000Z',
    agents: [
      {
        agent_id: ids.agent,
        agent_key: 'support',
        name: 'Support',
        runs: 412,
        input_tokens: 1_283_004,
        cached_input_tokens: 902_144,
        output_tokens: 190_422,
      },
    ],
    identify: [
      { rail: 'iban', result: 'identified', count: 1088 },
      { rail: 'iban', result: 'not_found', count: 31 },
    ],
    extract: [{ model_class: 'standard', count: 96, input_tokens: 131_020, output_tokens: 9_418 }],
    voice: { characters: 20_417, seconds: 1310.4 },
  },
};
