import { isDeepStrictEqual } from 'node:util';
import type { IndexDescriptionInfo } from 'mongodb';
import type { Documents } from '../documents/documents.ts';

/** Options of an index. */
export interface IndexOptions {
  unique?: true;
  /** How long after the time in the field a document is removed. */
  expireAfterSeconds?: number;
  /** Only these documents are indexed. */
  partialFilterExpression?: Record<string, unknown>;
}

export type Index = readonly [fields: Record<string, 1 | -1>, options?: IndexOptions];

/** How long the deployment keeps documents that are removed by age, in days. */
export interface Retention {
  /** Events, and the attempts to deliver them. */
  eventDays: number;
  /** Records of requests. */
  requestDays: number;
}

export const defaultRetention: Retention = { eventDays: 30, requestDays: 30 };

const daySeconds = 24 * 60 * 60;
const deltasKeptSeconds = 60;
/** Much longer than it takes to have all calls made that a freeze has held back. */
const liftedKeptDays = 30;

const isPaused = { partialFilterExpression: { paused_at: { $exists: true } } };
const hasOutbox = { partialFilterExpression: { 'outbox.due_at': { $exists: true } } };

export type Indexes = { readonly [Name in keyof Documents]: readonly Index[] };

/** Every collection with its indexes in addition to `_id`, and the query that each one serves. */
export const indexesOf = ({ eventDays, requestDays }: Retention): Indexes => ({
  // Read only by `_id`.
  accounts: [],
  audit_chains: [],
  directories: [],
  directory_rows: [],
  console_sign_ins: [],
  four_eyes: [],
  mcp_settings: [],
  model_breakers: [],
  open_streams: [],
  passkey_settings: [],
  rate_limits: [],
  rotations: [],
  workspace_keys: [],
  workspaces: [],
  // Each document has its own expiry time.
  idempotency_keys: [
    [{ expires_at: 1 }, { expireAfterSeconds: 0 }],
    // Erasing a subject.
    [
      { workspace_id: 1, 'response.about.subject_ref': 1 },
      { partialFilterExpression: { 'response.about.subject_ref': { $exists: true } } },
    ],
  ],
  // Authentication.
  api_keys: [[{ hash: 1 }, { unique: true }], [{ workspace_id: 1, _id: -1 }]],
  signing_keys: [[{ kid: 1 }, { unique: true }], [{ workspace_id: 1, _id: -1 }]],
  // Read by `_id`. Signing a workspace out, and sessions whose API key is deleted.
  console_links: [[{ workspace_id: 1 }], [{ expires_at: 1 }, { expireAfterSeconds: 0 }]],
  console_sessions: [[{ workspace_id: 1, api_key_id: 1 }], [{ expires_at: 1 }, { expireAfterSeconds: 0 }]],
  // Read by `_id`.
  approval_counters: [[{ expires_at: 1 }, { expireAfterSeconds: 0 }]],
  revision_allowances: [[{ expires_at: 1 }, { expireAfterSeconds: 0 }]],
  approval_policies: [
    // Publishing and applying: the latest version of a key. No two publications have the same number.
    [{ workspace_id: 1, key: 1, version: -1 }, { unique: true }],
    [{ workspace_id: 1, ref: 1 }],
    [{ workspace_id: 1, _id: -1 }],
    // Changing a group: the policies that need it.
    [{ workspace_id: 1, groups: 1 }, { partialFilterExpression: { newest: { $exists: true } } }],
  ],
  approver_groups: [
    [{ workspace_id: 1, key: 1 }, { unique: true }],
    [{ workspace_id: 1, _id: -1 }],
    // The groups of an actor.
    [{ workspace_id: 1, members: 1 }],
  ],
  // Read by `_id`.
  sign_in_attempts: [[{ expires_at: 1 }, { expireAfterSeconds: 0 }]],
  audit_entries: [
    // The entries that are not sealed yet, of which there are few at a time.
    [{ workspace_id: 1, _id: 1 }, { partialFilterExpression: { unsealed: { $exists: true } } }],
    // The log in order. A second entry with the same number is rejected.
    [
      { workspace_id: 1, seq: 1 },
      { unique: true, partialFilterExpression: { seq: { $exists: true } } },
    ],
    [{ workspace_id: 1, type: 1, seq: 1 }, { partialFilterExpression: { seq: { $exists: true } } }],
    // The receipt of a call.
    [{ workspace_id: 1, 'target.id': 1, _id: 1 }],
    // Erasing a subject.
    [{ workspace_id: 1, subject_ref: 1 }, { partialFilterExpression: { subject_ref: { $exists: true } } }],
  ],
  proposed_changes: [
    [{ workspace_id: 1, _id: -1 }],
    [{ workspace_id: 1, state: 1, _id: -1 }],
    [{ workspace_id: 1, kind: 1, _id: -1 }],
    // Proposing: the same change that waits already.
    [
      { workspace_id: 1, 'target.id': 1, body_name: 1 },
      { partialFilterExpression: { state: { $eq: 'proposed' } } },
    ],
  ],
  freezes: [
    // The freezes that cover a call, and the one of a target. Two requests do not make the same one.
    [{ workspace_id: 1, key: 1 }, { unique: true }],
    [{ workspace_id: 1, _id: -1 }],
    // Those that were lifted.
    [{ lifted_at: 1 }, { expireAfterSeconds: liftedKeptDays * daySeconds }],
  ],
  connections: [
    [{ workspace_id: 1, name: 1 }, { unique: true }],
    [{ workspace_id: 1, _id: -1 }],
    // The only connection that is no MCP server.
    [{ workspace_id: 1, type: 1 }],
  ],
  agents: [
    // Publishing: the latest version of a key. No two publications have the same number.
    [{ workspace_id: 1, key: 1, version: -1 }, { unique: true }],
    [{ workspace_id: 1, _id: -1 }],
  ],
  passkeys: [
    // The passkeys of an actor; revoked ones count for a later one.
    [{ workspace_id: 1, actor_key: 1, _id: -1 }],
    [{ workspace_id: 1, _id: -1 }],
    // The passkey that has signed. No credential is enrolled twice.
    [{ workspace_id: 1, credential_id: 1 }, { unique: true }],
  ],
  // Read by `_id`.
  passkey_challenges: [[{ removed_at: 1 }, { expireAfterSeconds: 0 }]],
  patches: [
    // Publishing: the latest version of a key. No two publications have the same number.
    [{ workspace_id: 1, key: 1, version: -1 }, { unique: true }],
    [{ workspace_id: 1, ref: 1 }],
    [{ workspace_id: 1, _id: -1 }],
  ],
  mcp_grants: [
    // The latest grant of a combination. No two consents make the same one.
    [{ workspace_id: 1, subject_ref: 1, 'agent.id': 1, 'client.id': 1, seq: -1 }, { unique: true }],
    [{ workspace_id: 1, active: 1, _id: -1 }],
    // Also erasing a subject.
    [{ workspace_id: 1, subject_ref: 1, active: 1, _id: -1 }],
  ],
  // The documents of the authorization server each have their own expiry time.
  oauth_authorizations: [
    [{ grant_id: 1 }],
    [{ workspace_id: 1, subject_ref: 1 }],
    [{ expires_at: 1 }, { expireAfterSeconds: 0 }],
  ],
  oauth_clients: [
    // Those that are unused: how many, the oldest one, and how many of an address.
    [{ unused: 1, expires_at: 1 }, { partialFilterExpression: { unused: { $exists: true } } }],
    [
      { registered_from: 1, expires_at: 1 },
      { partialFilterExpression: { registered_from: { $exists: true } } },
    ],
    [{ expires_at: 1 }, { expireAfterSeconds: 0 }],
  ],
  oauth_interactions: [
    // Erasing a subject.
    [{ workspace_id: 1, subject_ref: 1 }, { partialFilterExpression: { subject_ref: { $exists: true } } }],
    [{ expires_at: 1 }, { expireAfterSeconds: 0 }],
  ],
  oauth_tokens: [
    [{ authorization_id: 1 }],
    [{ grant_id: 1 }],
    [{ workspace_id: 1, subject_ref: 1 }],
    [{ expires_at: 1 }, { expireAfterSeconds: 0 }],
  ],
  ledger: [
    // The changes that are not booked yet, of which there are few at a time.
    [{ workspace_id: 1, _id: 1 }, { partialFilterExpression: { unbooked: { $exists: true } } }],
    // The ledger in order.
    [{ workspace_id: 1, seq: -1 }, { partialFilterExpression: { seq: { $exists: true } } }],
  ],
  threads: [
    [{ workspace_id: 1, subject_ref: 1, _id: -1 }],
    [{ workspace_id: 1, _id: -1 }],
    // The sweep, as for runs.
    [{ workspace_id: 1, 'outbox.due_at': 1 }, hasOutbox],
  ],
  // Erasing a subject.
  mcp_conversations: [[{ thread_id: 1 }]],
  messages: [[{ thread_id: 1, seq: -1 }, { unique: true }]],
  runs: [
    [{ workspace_id: 1, _id: -1 }],
    [{ workspace_id: 1, subject_ref: 1, _id: -1 }],
    [{ workspace_id: 1, state: 1, _id: -1 }],
    [{ workspace_id: 1, thread_id: 1, _id: -1 }],
    [{ workspace_id: 1, 'agent.id': 1, _id: -1 }],
    [{ workspace_id: 1, 'agent.key': 1, _id: -1 }],
    // Why they closed. Of open and failed runs there is no reason.
    [{ workspace_id: 1, reason: 1, _id: -1 }, { partialFilterExpression: { reason: { $exists: true } } }],
    // The words of the message that opened them.
    [
      { workspace_id: 1, opening_words: 1, _id: -1 },
      { partialFilterExpression: { opening_words: { $exists: true } } },
    ],
    // The models that took their turns.
    [{ workspace_id: 1, models: 1, _id: -1 }, { partialFilterExpression: { models: { $exists: true } } }],
    // Items that wait for a person, longest wait first. Contains only paused runs.
    [{ workspace_id: 1, paused_at: 1, _id: 1 }, isPaused],
    [{ workspace_id: 1, subject_ref: 1, paused_at: 1, _id: 1 }, isPaused],
    // Paused runs by their held credits, largest first.
    [{ workspace_id: 1, hold: -1, paused_at: 1 }, isPaused],
    // Usage: runs by agent. Their cost in a period.
    [{ workspace_id: 1, opened_at: 1, 'agent.id': 1 }],
    // The sweep. Contains only runs with an outbox entry.
    [{ workspace_id: 1, 'outbox.due_at': 1 }, hasOutbox],
    // Calls that freezes hold back. Contains only runs with one.
    [{ frozen_by: 1 }, { partialFilterExpression: { frozen_by: { $exists: true } } }],
    // The sweep: workspaces with a run that works, however many have ended.
    [{ workspace_id: 1 }, { partialFilterExpression: { state: 'running' } }],
    // Traces that have passed the deployment's retention time.
    [{ trace_erased: 1, closed_at: 1 }, { partialFilterExpression: { closed_at: { $exists: true } } }],
  ],
  turns: [
    [{ run_id: 1, seq: 1 }, { unique: true }],
    // Usage: tokens by agent.
    [{ workspace_id: 1, created_at: 1, agent_id: 1, input_tokens: 1, output_tokens: 1 }],
    // Cost by model.
    [{ workspace_id: 1, created_at: 1, model: 1, model_class: 1, cost: 1 }],
  ],
  tool_calls: [
    [{ run_id: 1, turn_seq: 1, index: 1 }, { unique: true }],
    // Past decisions, latest first. Contains only decided calls.
    [
      { workspace_id: 1, 'decision.created_at': -1, _id: -1 },
      { partialFilterExpression: { 'decision.created_at': { $exists: true } } },
    ],
    // The parts of older runs that a thread must keep for the model, latest first.
    [
      { 'lasting.thread_id': 1, 'lasting.run_seq': -1, _id: -1 },
      { partialFilterExpression: { 'lasting.thread_id': { $exists: true } } },
    ],
    // Those that asked for the same as a call, and were rejected or have expired.
    [
      { 'turned_down.asked': 1, 'turned_down.number': -1 },
      { partialFilterExpression: { 'turned_down.number': { $exists: true } } },
    ],
    // No two calls with the same effect are sent.
    [{ effect_claim: 1 }, { unique: true, partialFilterExpression: { effect_claim: { $exists: true } } }],
  ],
  erasures: [
    // Whether a subject is being erased, or was erased after something was started.
    [{ subject_name: 1, _id: -1 }],
    // The sweep: erasures whose workflow is lost.
    [{ due_at: 1 }, { partialFilterExpression: { due_at: { $exists: true } } }],
    [{ expires_at: 1 }, { expireAfterSeconds: 0 }],
  ],
  events: [
    // The events of a run. Not unique: events beside their order have no `seq`.
    [{ run_id: 1, seq: 1 }, { partialFilterExpression: { run_id: { $exists: true } } }],
    // Replaying a thread. A second event at the same position is rejected, and with it a second event with the same `seq` of a run.
    [
      { thread_id: 1, thread_seq: 1 },
      { unique: true, partialFilterExpression: { thread_seq: { $exists: true } } },
    ],
    [{ workspace_id: 1, type: 1, _id: -1 }],
    [{ workspace_id: 1, 'context.subject_ref': 1, _id: -1 }],
    [{ workspace_id: 1, _id: -1 }],
    // An event that has yet to be delivered is not removed: null also stands for a field that is missing.
    [
      { created_at: 1 },
      { expireAfterSeconds: eventDays * daySeconds, partialFilterExpression: { undelivered_at: null } },
    ],
    // The sweep: events that were kept for a delivery.
    [{ undelivered_at: 1 }, { partialFilterExpression: { undelivered_at: { $exists: true } } }],
  ],
  deltas: [[{ created_at: 1 }, { expireAfterSeconds: deltasKeptSeconds }]],
  watched_threads: [[{ watched_until: 1 }, { expireAfterSeconds: 0 }]],
  requests: requestIndexes(requestDays),
  console_reads: requestIndexes(requestDays),
  speeches: [
    // Erasing a subject.
    [{ workspace_id: 1, subject_refs: 1 }],
    [{ expires_at: 1 }, { expireAfterSeconds: 0 }],
  ],
  speech_chunks: [
    // Everything that was stored of a speech, by any attempt.
    [{ speech_id: 1, _id: 1 }],
    [{ expires_at: 1 }, { expireAfterSeconds: 0 }],
  ],
  payees: [
    [{ workspace_id: 1, named: 1 }, { unique: true }],
    // Lists, newest first.
    [{ workspace_id: 1, _id: -1 }],
  ],
  payments: [
    // Lists, newest first.
    [{ workspace_id: 1, sent_at: -1, _id: -1 }],
    // The payments of payees, added up.
    [{ workspace_id: 1, payee: 1, sent_at: -1, _id: -1 }],
    // Other accounts of a name.
    [
      { workspace_id: 1, name_key: 1, sent_at: -1 },
      { partialFilterExpression: { name_key: { $exists: true } } },
    ],
    // Erasing a subject, and filtering by one.
    [{ workspace_id: 1, subject_ref: 1, sent_at: -1, _id: -1 }],
  ],
  budgets: [
    // One for each scope and period.
    [{ workspace_id: 1, scope: 1, agent_key: 1, subject_ref: 1, period: 1 }, { unique: true }],
    [{ workspace_id: 1, _id: -1 }],
  ],
  budget_spending: [[{ budget_id: 1 }], [{ expires_at: 1 }, { expireAfterSeconds: 0 }]],
  usage: [[{ workspace_id: 1, product: 1, created_at: 1 }]],
  webhook_endpoints: [[{ workspace_id: 1, enabled: 1 }], [{ workspace_id: 1, _id: -1 }]],
  webhook_attempts: [
    // The number of the next attempt. No two attempts have the same.
    [{ endpoint_id: 1, event_id: 1, attempt: -1 }, { unique: true }],
    [{ endpoint_id: 1, _id: -1 }],
    // Erasing a subject.
    [{ workspace_id: 1, subject_ref: 1 }, { partialFilterExpression: { subject_ref: { $exists: true } } }],
    // As long as the events for which they were made.
    [{ created_at: 1 }, { expireAfterSeconds: eventDays * daySeconds }],
  ],
  // The due deliveries of an endpoint. The sweep goes from endpoint to endpoint.
  pending_deliveries: [[{ endpoint_id: 1, due_at: 1 }]],
});

/** Those of the request log, and of what pages of the console read. */
function requestIndexes(days: number): Index[] {
  return [
    [{ workspace_id: 1, _id: -1 }],
    [{ workspace_id: 1, status: 1, _id: -1 }],
    [{ workspace_id: 1, product: 1, _id: -1 }],
    // Also the trace of a run.
    [{ workspace_id: 1, run_id: 1, _id: -1 }, { partialFilterExpression: { run_id: { $exists: true } } }],
    // Erasing a subject.
    [
      { workspace_id: 1, subject_ref: 1, _id: -1 },
      { partialFilterExpression: { subject_ref: { $exists: true } } },
    ],
    [{ created_at: 1 }, { expireAfterSeconds: days * daySeconds }],
  ];
}

/** How an index of a collection differs, or that it is missing. */
export type IndexDifference = { name: string } & (
  | { kind: 'missing'; wanted: Index }
  | { kind: 'differs'; wanted: Index; found: IndexOptions }
  | { kind: 'unknown' }
);

/**
 * Compares the indexes of a collection with those that it should have. An index is identified by its fields and their
 * order, whatever its name.
 * @param found as MongoDB lists them, including that of `_id`
 */
export function differencesOf(
  wanted: readonly Index[],
  found: readonly Pick<IndexDescriptionInfo, 'key' | 'name'>[],
): IndexDifference[] {
  const others = new Map(
    found.map(({ key, name = nameOf(key as Index[0]), ...rest }) => [
      nameOf(key as Index[0]),
      { name, options: optionsOf(rest) },
    ]),
  );
  others.delete('_id_1');
  const differences = wanted.flatMap((index): IndexDifference[] => {
    const [fields, options = {}] = index;
    const there = others.get(nameOf(fields));
    others.delete(nameOf(fields));
    if (there === undefined) return [{ kind: 'missing', name: nameOf(fields), wanted: index }];
    if (isDeepStrictEqual(there.options, options)) return [];
    return [{ kind: 'differs', name: there.name, wanted: index, found: there.options }];
  });
  return [...differences, ...[...others.values()].map(({ name }) => ({ kind: 'unknown', name }) as const)];
}

/** The name that MongoDB gives an index of these fields. */
export function nameOf(fields: Index[0]): string {
  return Object.entries(fields).flat().join('_');
}

/** Everything that changes what an index does. An index with an unknown option differs. */
function optionsOf(index: Record<string, unknown>): IndexOptions {
  const { v: _, ...options } = index;
  return options;
}
