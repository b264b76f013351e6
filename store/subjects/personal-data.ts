import type { Documents } from '../documents/documents.ts';
import type { Subject } from '../erasures/erasures.ts';

type FilterOf = (subject: Subject) => Record<string, string>;

/**
 * How the documents of a subject are found in a collection: by a filter, or by the `thread_id` or `run_id` of what is
 * erased. Null if the collection has no personal data, for the reason given beside it.
 */
export type PersonalData = FilterOf | 'thread' | 'run' | null;

const ofSubject: FilterOf = (subject) => ({ ...subject });
const eventsOf: FilterOf = ({ workspace_id, subject_ref }) => ({
  workspace_id,
  'context.subject_ref': subject_ref,
});

/** All collections. A new collection does not compile until it is listed here. */
export const personalData = {
  threads: ofSubject,
  runs: ofSubject,
  messages: 'thread',
  // Ids only, but useless without its thread.
  mcp_conversations: 'thread',
  turns: 'run',
  tool_calls: 'run',
  events: eventsOf,
  deltas: eventsOf,
  requests: ofSubject,
  console_reads: ofSubject,
  // Each of these four is stored in one transaction with a write to the one before it. Deleted in this order, so that
  // nothing is stored after the last of them was deleted. An interaction has no subject until somebody has signed in.
  oauth_interactions: ofSubject,
  mcp_grants: ofSubject,
  oauth_authorizations: ofSubject,
  oauth_tokens: ofSubject,
  // Found by the subject of the stored response. A key without a response has only names that no one else can compute.
  idempotency_keys: ({ workspace_id, subject_ref }) => ({
    workspace_id,
    'response.about.subject_ref': subject_ref,
  }),
  // A speech of others too stays, without the subject.
  speeches: ({ workspace_id, subject_ref }) => ({ workspace_id, subject_refs: subject_ref }),
  // An entry stays, without the values that the subject can be known by: whatever is hashed keeps only their digests, whose
  // salt is gone.
  audit_entries: ofSubject,
  audit_chains: null,
  // A payment stays, without the subject: payees are added up from them.
  payments: ofSubject,
  // Accounts that the workspace has paid, of any of its subjects.
  payees: null,
  budgets: ofSubject,
  // Amounts by the id of a budget.
  budget_spending: null,
  // Deleted together with their speeches.
  speech_chunks: null,
  // Ids only. Deleted together with their events.
  pending_deliveries: null,
  // An erasure removes the subject's name itself when it is completed.
  erasures: null,
  // Amounts, counts and ids of runs and requests, without content.
  ledger: null,
  accounts: null,
  usage: null,
  // The answers of receivers. An attempt stays, without its answer.
  webhook_attempts: ofSubject,
  watched_threads: null,
  open_streams: null,
  rate_limits: null,
  model_breakers: null,
  rotations: null,
  // Belongs to the workspace. Sessions have the names of its own people, and end within a week.
  console_links: null,
  console_sessions: null,
  sign_in_attempts: null,
  console_sign_ins: null,
  // They belong to the workspace's own people, like the members of groups. Challenges end within a day.
  passkeys: null,
  passkey_challenges: null,
  passkey_settings: null,
  agents: null,
  api_keys: null,
  // Amounts, under names that only the service can make.
  approval_counters: null,
  revision_allowances: null,
  approval_policies: null,
  approver_groups: null,
  // The workspace's own configuration, and the names of its own people, like its groups of approvers.
  four_eyes: null,
  freezes: null,
  proposed_changes: null,
  connections: null,
  mcp_settings: null,
  patches: null,
  signing_keys: null,
  webhook_endpoints: null,
  workspace_keys: null,
  workspaces: null,
  // Belongs to the service. A client is a program, not a person.
  oauth_clients: null,
  directories: null,
  directory_rows: null,
} as const satisfies { [Name in keyof Documents]: PersonalData };
