import type { CreateIndexesOptions, IndexDirection } from 'mongodb';
import type { Collections, Database } from './database.ts';

type Index = [fields: Record<string, IndexDirection>, options?: CreateIndexesOptions];

const eventsKeptSeconds = 30 * 24 * 60 * 60;
const deltasKeptSeconds = 60;
/** As long as the events that they were made for. */
const webhookAttemptsKeptSeconds = eventsKeptSeconds;
const requestsKeptSeconds = 30 * 24 * 60 * 60;

const hasOutbox = { partialFilterExpression: { 'outbox.due_at': { $exists: true } } };

/** Every index beside `_id`, and the query it serves. */
const indexes: { [name in keyof Collections]?: Index[] } = {
  // Documents say themselves when they end.
  idempotency_keys: [[{ expires_at: 1 }, { expireAfterSeconds: 0 }]],
  // Authentication.
  api_keys: [[{ hash: 1 }, { unique: true }], [{ workspace_id: 1, _id: -1 }]],
  signing_keys: [[{ kid: 1 }, { unique: true }], [{ workspace_id: 1, _id: -1 }]],
  connections: [[{ workspace_id: 1, name: 1 }, { unique: true }], [{ workspace_id: 1, _id: -1 }]],
  agents: [
    // Publishing: the latest version of a key; two publications never share a number.
    [{ workspace_id: 1, key: 1, version: -1 }, { unique: true }],
    [{ workspace_id: 1, _id: -1 }],
  ],
  patches: [
    // Publishing: the latest version of a key; two publications never share a number.
    [{ workspace_id: 1, key: 1, version: -1 }, { unique: true }],
    [{ workspace_id: 1, ref: 1 }],
    [{ workspace_id: 1, _id: -1 }],
  ],
  ledger: [
    // What the account has not taken in: few of them at a time.
    [{ workspace_id: 1, _id: 1 }, { partialFilterExpression: { unbooked: { $exists: true } } }],
    // The ledger in its order.
    [{ workspace_id: 1, seq: -1 }, { partialFilterExpression: { seq: { $exists: true } } }],
  ],
  threads: [
    [{ workspace_id: 1, subject_ref: 1, _id: -1 }],
    [{ workspace_id: 1, _id: -1 }],
    // The sweep, as for runs.
    [{ workspace_id: 1, 'outbox.due_at': 1 }, hasOutbox],
  ],
  messages: [[{ thread_id: 1, seq: -1 }, { unique: true }]],
  runs: [
    [{ workspace_id: 1, subject_ref: 1, _id: -1 }],
    [{ workspace_id: 1, state: 1, _id: -1 }],
    [{ workspace_id: 1, thread_id: 1, _id: -1 }],
    // Usage: runs by agent.
    [{ workspace_id: 1, opened_at: 1, 'agent.id': 1 }],
    // The sweep. Only runs of which Temporal is still to be told are in it.
    [{ workspace_id: 1, 'outbox.due_at': 1 }, hasOutbox],
  ],
  turns: [
    [{ run_id: 1, seq: 1 }, { unique: true }],
    // Usage: tokens by agent.
    [{ workspace_id: 1, created_at: 1, agent_id: 1, input_tokens: 1, output_tokens: 1 }],
  ],
  tool_calls: [[{ run_id: 1, turn_seq: 1, index: 1 }, { unique: true }]],
  events: [
    // `seq` counts the events of one run: a second one with the same number is refused.
    [
      { run_id: 1, seq: 1 },
      { unique: true, partialFilterExpression: { run_id: { $exists: true } } },
    ],
    // Replaying a thread; a second event in the same place is refused.
    [
      { thread_id: 1, thread_seq: 1 },
      { unique: true, partialFilterExpression: { thread_seq: { $exists: true } } },
    ],
    [{ workspace_id: 1, type: 1, _id: -1 }],
    [{ workspace_id: 1, 'context.subject_ref': 1, _id: -1 }],
    [{ workspace_id: 1, _id: -1 }],
    [{ created_at: 1 }, { expireAfterSeconds: eventsKeptSeconds }],
  ],
  deltas: [[{ created_at: 1 }, { expireAfterSeconds: deltasKeptSeconds }]],
  watched_threads: [[{ watched_until: 1 }, { expireAfterSeconds: 0 }]],
  requests: [
    [{ workspace_id: 1, _id: -1 }],
    [{ workspace_id: 1, status: 1, _id: -1 }],
    [{ workspace_id: 1, product: 1, _id: -1 }],
    // The trace of a run, too.
    [{ workspace_id: 1, run_id: 1, _id: -1 }, { partialFilterExpression: { run_id: { $exists: true } } }],
    [{ created_at: 1 }, { expireAfterSeconds: requestsKeptSeconds }],
  ],
  usage: [[{ workspace_id: 1, product: 1, created_at: 1 }]],
  webhook_endpoints: [[{ workspace_id: 1, enabled: 1 }], [{ workspace_id: 1, _id: -1 }]],
  webhook_attempts: [
    // The number of the next attempt: no two have the same.
    [{ endpoint_id: 1, event_id: 1, attempt: -1 }, { unique: true }],
    [{ endpoint_id: 1, _id: -1 }],
    [{ created_at: 1 }, { expireAfterSeconds: webhookAttemptsKeptSeconds }],
  ],
  // What is due to an endpoint; the sweep goes from endpoint to endpoint.
  pending_deliveries: [[{ endpoint_id: 1, due_at: 1 }]],
};

/** Creates the indexes that are missing; those that exist are left as they are. */
export async function ensureIndexes(db: Database): Promise<void> {
  for (const [name, wanted] of Object.entries(indexes)) {
    const collection = db[name as keyof Collections];
    for (const [fields, options] of wanted) await collection.createIndex(fields, options);
  }
}
