import type { Documents } from '../documents/documents.ts';
import type { Subject } from './erasures.ts';

type FilterOf = (subject: Subject) => Record<string, string>;

/**
 * How to find a subject's documents in a collection: by a filter, or by the `thread_id` or `run_id` of what is erased.
 * Null if a collection contains no personal data, for the reason beside it.
 */
export type PersonalData = FilterOf | 'thread' | 'run' | null;

const ofSubject: FilterOf = (subject) => ({ ...subject });
const eventsOf: FilterOf = ({ workspace_id, subject_ref }) => ({
  workspace_id,
  'context.subject_ref': subject_ref,
});

/** Every collection: one that is missing here does not compile. */
export const personalData = {
  threads: ofSubject,
  runs: ofSubject,
  messages: 'thread',
  turns: 'run',
  tool_calls: 'run',
  events: eventsOf,
  deltas: eventsOf,
  requests: ofSubject,
  // A stored response says what it concerned. A key without one contains only hashes.
  idempotency_keys: ({ workspace_id, subject_ref }) => ({
    workspace_id,
    'response.about.subject_ref': subject_ref,
  }),
  // Only ids; erased together with their events.
  pending_deliveries: null,
  // An erasure removes its subject itself when it is completed.
  erasures: null,
  // Charges and counts refer to runs and requests by their ids, and have no content.
  ledger: null,
  accounts: null,
  usage: null,
  // Ids, statuses and times.
  webhook_attempts: null,
  watched_threads: null,
  open_streams: null,
  rate_limits: null,
  // Belongs to the workspace.
  agents: null,
  api_keys: null,
  connections: null,
  patches: null,
  signing_keys: null,
  webhook_endpoints: null,
  workspaces: null,
  // Belongs to the service.
  directories: null,
  directory_rows: null,
} as const satisfies { [Name in keyof Documents]: PersonalData };
