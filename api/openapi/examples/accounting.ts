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

/** Examples of requests, usage and charges. */
export const accountingExamples = {
  Request: request,
  Balance: { balance: 999.784, held: 5 },
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
