import type { Documents } from '../documents/documents.ts';

/**
 * How the documents of a workspace are found in a collection.
 * - `id`: the workspace is their id.
 * - `found`: by `workspace_id`, of which there is an index. With filters: once by each, for indexes of a part of them.
 * - `scanned`: by `workspace_id` without an index, because they are few or kept for a short time.
 * - `of`: they belong to documents of another collection, which they name in a field.
 * - null: none of them is the workspace's, for the reason given beside it.
 */
export type WorkspaceData = 'id' | 'found' | 'scanned' | readonly object[] | ChildData | null;

/** Documents that name a document of another collection, which is deleted before them. */
interface ChildData {
  of: keyof Documents;
  by: string;
}

/** All collections, in the order of their deletion. A new collection does not compile until it is listed here. */
export const workspaceData = {
  // Credentials first: nobody may use a workspace of which a part is gone.
  api_keys: 'found',
  signing_keys: 'found',
  console_sessions: 'found',
  console_links: 'found',
  sign_in_attempts: 'scanned',
  oauth_interactions: 'scanned',
  mcp_grants: 'found',
  oauth_authorizations: 'found',
  oauth_tokens: 'found',
  // Every write to a run or a thread is guarded by its version, so nothing is added to one that is gone.
  runs: 'found',
  turns: { of: 'runs', by: 'run_id' },
  tool_calls: { of: 'runs', by: 'run_id' },
  threads: 'found',
  messages: { of: 'threads', by: 'thread_id' },
  mcp_conversations: { of: 'threads', by: 'thread_id' },
  watched_threads: { of: 'threads', by: '_id' },
  deltas: 'scanned',
  webhook_endpoints: 'found',
  pending_deliveries: { of: 'webhook_endpoints', by: 'endpoint_id' },
  // Those of endpoints that were deleted before stay for as long as their events.
  webhook_attempts: 'scanned',
  events: 'found',
  erasures: 'scanned',
  speeches: 'found',
  speech_chunks: { of: 'speeches', by: 'speech_id' },
  payments: 'found',
  payees: 'found',
  agents: 'found',
  patches: 'found',
  connections: 'found',
  approval_counters: 'scanned',
  approval_policies: 'found',
  approver_groups: 'found',
  four_eyes: 'id',
  freezes: 'found',
  proposed_changes: 'found',
  passkeys: 'found',
  passkey_challenges: 'scanned',
  passkey_settings: 'id',
  console_sign_ins: 'id',
  mcp_settings: 'id',
  budgets: 'found',
  budget_spending: { of: 'budgets', by: 'budget_id' },
  usage: 'found',
  ledger: [{ unbooked: { $exists: true } }, { seq: { $exists: true } }],
  accounts: 'id',
  idempotency_keys: 'scanned',
  requests: 'found',
  console_reads: 'found',
  rate_limits: 'id',
  open_streams: 'id',
  rotations: 'id',
  audit_entries: 'found',
  audit_chains: 'id',
  workspace_keys: 'id',
  // Last, when nothing else is left: it says how far the deletion has come.
  workspaces: null,
  // Named by a hash of the workspace and an actor, and removed after a day.
  revision_allowances: null,
  // They belong to the service.
  model_breakers: null,
  oauth_clients: null,
  directories: null,
  directory_rows: null,
} as const satisfies { [Name in keyof Documents]: WorkspaceData };

/** The collections with documents that belong to those of another one. */
export function childrenOf(parent: string): (ChildData & { name: keyof Documents })[] {
  return Object.entries(workspaceData as Record<string, WorkspaceData>).flatMap(([name, data]) =>
    data !== null && typeof data === 'object' && 'of' in data && data.of === parent
      ? [{ ...data, name: name as keyof Documents }]
      : [],
  );
}
