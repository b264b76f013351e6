import type { Documents } from '../documents/documents.ts';
import type { Subject } from './erasures.ts';

type FilterOf = (subject: Subject) => Record<string, string>;

/**
 * How the documents of a collection that are a subject's are found: by a filter, or by the `thread_id` or `run_id` of
 * what is erased. Null where a collection has nothing of anybody's, for the reason that stands beside it.
 */
export type PersonalData = FilterOf | 'thread' | 'run' | null;

const ofSubject: FilterOf = (subject) => ({ ...subject });
const eventsOf: FilterOf = ({ workspace_id, subject_ref }) => ({
  workspace_id,
  'context.subject_ref': subject_ref,
});

/** Every collection: one that is not named here does not compile. */
export const personalData = {
  threads: ofSubject,
  runs: ofSubject,
  messages: 'thread',
  turns: 'run',
  tool_calls: 'run',
  events: eventsOf,
  deltas: eventsOf,
  requests: ofSubject,
  // A stored response says what it was about. A key without one holds hashes.
  idempotency_keys: ({ workspace_id, subject_ref }) => ({
    workspace_id,
    'response.about.subject_ref': subject_ref,
  }),
  // Ids alone; erased together with their events.
  pending_deliveries: null,
  // An erasure drops its subject itself when it is completed.
  erasures: null,
  // What is charged and counted names runs and requests by their ids, and has no content.
  ledger: null,
  accounts: null,
  usage: null,
  // Ids, statuses and times.
  webhook_attempts: null,
  watched_threads: null,
  open_streams: null,
  rate_limits: null,
  // The workspace's own.
  agents: null,
  api_keys: null,
  connections: null,
  patches: null,
  signing_keys: null,
  webhook_endpoints: null,
  workspaces: null,
  // The service's own.
  directories: null,
  directory_rows: null,
} as const satisfies { [Name in keyof Documents]: PersonalData };
