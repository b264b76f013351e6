import type { LedgerEntry } from '#contract/credits.ts';
import type { Event } from '#contract/event.ts';
import type { Message } from '#contract/message.ts';
import type { Run, Trace } from '#contract/run.ts';
import type { WebhookEndpoint } from '#contract/webhook-endpoint.ts';
import type { FaultWindow } from '../faults/fault.ts';
import type { AnswerStep } from '../host/answer-plan.ts';
import type { Journal } from '../journal/journal.ts';

/** A request as the customer's host got it, and what it said to that. Times are milliseconds since the epoch. */
export interface HostRequest {
  at: number;
  path: string;
  /** Its `Idempotency-Key`: the id of the call. */
  key: string;
  run_id: string;
  subject: string;
  /** Absent when the caller went away before all of it was there. */
  body?: Record<string, unknown>;
  step?: AnswerStep;
  /** Stands in the answer, and in no other. */
  word?: string;
  /** When the whole answer had been handed to the system. */
  answered_at?: number;
  /** When the connection was done with, whoever ended it. */
  ended_at?: number;
}

/** A delivery as the receiver got it. */
export interface Delivery {
  /** The name of the endpoint: the path of its URL. */
  endpoint: string;
  event: Event;
  at: number;
  /** Whether it was answered with a 2xx. */
  accepted: boolean;
  /** Undefined while the endpoint's secret was not known. */
  signed: boolean | undefined;
}

/** What a client saw of a thread by server-sent events, over all its connections: without deltas. */
export interface FollowedThread {
  thread_id: string;
  /** For the words of a violation. */
  name: string;
  events: Pick<Event, 'id' | 'type' | 'run_id' | 'seq'>[];
  connections: number;
}

/** A webhook endpoint, and what it is called on the receiver. */
export type KnownEndpoint = Pick<WebhookEndpoint, 'id' | 'events' | 'enabled'> & { name: string };

/** A run as it can be read once everything is quiet. */
export interface RunEvidence {
  run: Run;
  trace: Trace;
  /** By `seq`. */
  events: Event[];
}

/** A thread as it can be read once everything is quiet: its messages by `seq`. */
export interface ThreadEvidence {
  id: string;
  subject: string;
  messages: Message[];
}

/** All that the checks judge: what clients, the host and the receiver saw, and what the API shows in the end. */
export interface Evidence {
  journal: Journal;
  /** Oldest first. */
  runs: RunEvidence[];
  threads: ThreadEvidence[];
  host: HostRequest[];
  deliveries: Delivery[];
  endpoints: KnownEndpoint[];
  followed: FollowedThread[];
  /** Newest first, as the API lists it. */
  ledger: LedgerEntry[];
  credits: { balance: number; held?: number };
  /** The status of each run's workflow on Temporal, by the run's id. */
  workflows: Map<string, string>;
  faults: FaultWindow[];
  /** When it was all read. */
  readAt: number;
}
