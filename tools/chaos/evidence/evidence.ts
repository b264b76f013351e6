import type { Erasure } from '#contract/erasure.ts';
import type { LedgerEntry } from '#contract/credits.ts';
import type { Event } from '#contract/event.ts';
import type { ToolRun } from '#contract/mcp-tools.ts';
import type { Message } from '#contract/message.ts';
import type { Run, Trace } from '#contract/run.ts';
import type { Usage } from '#contract/usage.ts';
import type { WebhookEndpoint } from '#contract/webhook-endpoint.ts';
import type { FaultWindow } from '../faults/fault.ts';
import type { AnswerStep } from '../answer-plan.ts';
import type { Journal } from '../journal/journal.ts';

/** A request as the customer's host received it, and its answer. Times are milliseconds since the epoch. */
export interface HostRequest {
  at: number;
  path: string;
  /** Its `Idempotency-Key`: the id of the call. */
  key: string;
  run_id: string;
  subject: string;
  /** Absent if the caller disconnected before all of it had arrived. */
  body?: Record<string, unknown>;
  step?: AnswerStep;
  /** Contained in this answer, and in no other. */
  word?: string;
  /** When the whole answer had been passed to the operating system. */
  answered_at?: number;
  /** When the connection was closed, by either side. */
  ended_at?: number;
}

/** A delivery as the receiver received it. */
export interface Delivery {
  /** The name of the endpoint: the path of its URL. */
  endpoint: string;
  event: Event;
  at: number;
  /** Whether it was answered with a 2xx. */
  accepted: boolean;
  /** Undefined while the endpoint's secret was unknown. */
  signed: boolean | undefined;
}

/** A client's view of a thread through server-sent events, over all its connections, without deltas. */
export interface FollowedThread {
  thread_id: string;
  /** For the text of a violation. */
  name: string;
  events: Pick<Event, 'id' | 'type' | 'run_id' | 'seq'>[];
  connections: number;
}

/** A webhook endpoint, and its name at the receiver. */
export type KnownEndpoint = Pick<WebhookEndpoint, 'id' | 'events' | 'enabled'> & { name: string };

/** A run as it is read once everything is idle. */
export interface RunEvidence {
  run: Run;
  trace: Trace;
  /** Ordered by `seq`. */
  events: Event[];
}

/** A thread as it is read once everything is idle, with its messages ordered by `seq`. */
export interface ThreadEvidence {
  id: string;
  subject: string;
  messages: Message[];
}

/** An erasure that was accepted, as it is read at the end. */
export interface ErasureEvidence {
  subject: string;
  erasure: Erasure;
  /** When the last request of the subject was answered. */
  quiet_at: number;
  /** The remaining data of the subject, in words: documents of MongoDB, and answers of the API. */
  left: string[];
  /** Where the work on it stands. Present if it has not ended. */
  work?: object;
}

/** Everything that the checks judge: what clients, the host and the receiver saw, and what the API shows at the end. */
export interface Evidence {
  journal: Journal;
  /** Oldest first. */
  runs: RunEvidence[];
  threads: ThreadEvidence[];
  /** Events of extractions by requests, which belong to no run. */
  extractionEvents: Event[];
  erasures: ErasureEvidence[];
  /** The runs of messages through MCP, as `get_run` shows them, by their ids. */
  mcpRuns: Map<string, ToolRun>;
  host: HostRequest[];
  deliveries: Delivery[];
  endpoints: KnownEndpoint[];
  followed: FollowedThread[];
  /** Newest first, as the API lists it. */
  ledger: LedgerEntry[];
  credits: { balance: number; held?: number };
  /** The metered voice. */
  voice: Usage['voice'];
  /** The status of each run's workflow on Temporal, by the run's id. */
  workflows: Map<string, string>;
  faults: FaultWindow[];
  /** When all of it was read. */
  readAt: number;
}
