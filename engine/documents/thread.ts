import type { Context } from '#contract/context.ts';
import type { Metadata } from '#contract/metadata.ts';
import type { MessageRole } from '#contract/message.ts';
import type { PauseKind } from '#contract/run-state.ts';
import type { JsonText } from '#contract/json-text.ts';

/** A conversation of one subject with one agent version. */
export interface ThreadDocument {
  _id: string;
  workspace_id: string;
  subject_ref: string;
  agent: { id: string; key: string; name: string };
  title: string;
  /** True until a first message names the thread. */
  untitled: boolean;
  /** The connection that the thread was created with. */
  connection_id?: string;
  /** The connections that it belongs to: its own, and all those of its runs. Absent if there are none. */
  connections?: string[];
  /** The agent's default connection, by id or name. It is copied, because an agent never changes. */
  agent_connection?: string;
  metadata?: JsonText<Metadata>;
  /** The facts that the backend has given for the runs that begin on it. */
  context?: JsonText<Context>;
  message_count: number;
  /** Position of the newest message; 0 before the first. */
  last_seq: number;
  /** `thread_seq` of the newest event; absent before the first. */
  last_event_seq?: number;
  last_message?: { role: MessageRole; content: string; created_at: Date };
  /**
   * The positions of the first and the last message that opened a run which has made calls or has ended without a reply: what is
   * said on a thread does not tell all of these. Absent while there is none.
   */
  eventful?: { first: number; last: number };
  /** The position of the first message that opened a run with a lasting call (engine/rules/lasting-calls.ts). */
  lasting_from?: number;
  /** The position of the newest message of the subject, who may not be the one who writes; absent before the first. */
  subject_seq?: number;
  /**
   * A run was opened while calls of others were held: from then on, no run of the thread makes a call that waits for approval in
   * another one.
   */
  beside?: true;
  /** How many held calls were rejected or have expired; absent before the first. */
  turned_down?: number;
  /** Runs that work or wait to work on the thread. The first holds the thread lock, and only it works. */
  active_runs: string[];
  /** The items that paused runs wait for, the longest paused run first. */
  pauses: ThreadPauseDocument[];
  /**
   * The run that Temporal has yet to tell that it may work now, because the one before it has given up the thread lock. The sweep
   * does so if it is overdue. The entry is identified by `version`, the version of the thread with which it was stored.
   */
  outbox?: { kind: 'lockGranted'; run_id: string; version: number; due_at: Date };
  /** The MCP grant whose conversation it is; absent if it was started otherwise. */
  grant_id?: string;
  /** The erasure of its subject that is running: new messages are refused. */
  erasure_id?: string;
  created_at: Date;
  updated_at: Date;
  /** Counts the writes. A write is rejected if another one came first. */
  version: number;
}

/**
 * The items that a paused run waits for, as its thread knows them. It is short, because a thread has one for each of its paused runs and is
 * read and written as a whole: the shown content is stored with the run.
 */
export interface ThreadPauseDocument {
  type: PauseKind;
  run_id: string;
  /** The call for which the run was paused first, which identifies the pause: the workflow waits for it, also once it is resolved. */
  tool_call_id: string;
  patch_ref: string;
  created_at: Date;
  /** The calls that wait for a person, in the model's order, with the end of each, and when it is made if it is approved. */
  calls: { tool_call_id: string; expires_at: Date; not_before?: Date }[];
  /** The length of what the run shows, so that a page of threads knows how much to read. */
  shown_length: number;
}
