import type { Microcredits } from '#contract/credits.ts';
import type { Origin } from '#contract/event.ts';
import type { MessagePart } from '#contract/message.ts';
import type { RunError } from '#contract/run.ts';
import type { CloseReason, RunState } from '#contract/run-state.ts';
import type { JsonText } from '#contract/json-text.ts';
import type { ThreadDocument } from './thread.ts';
import type { ToolCallDocument } from './tool-call.ts';

/** One conversation turn: from a user message until the run is closed or has failed. */
export interface RunDocument {
  _id: string;
  workspace_id: string;
  thread_id: string;
  subject_ref: string;
  agent: { id: string; key: string; name: string };
  connection?: { id: string; name: string };
  origin: Origin;
  state: RunState;
  reason?: CloseReason;
  error?: RunError;
  /** `seq` of the user message that opened the run: orders the runs of a thread. */
  seq: number;
  /** Model turns taken. */
  turn_count: number;
  /** `seq` of the run's newest event. */
  last_event_seq: number;
  cost: Microcredits;
  /** What the run holds of the workspace's credits until it ends; absent where it holds nothing. */
  hold?: Microcredits;
  /** The latest assistant message. */
  message?: { id: string; content: string; created_at: Date };
  /**
   * What Temporal is still to be told of the run: stored with the write that calls for it, removed when Temporal has
   * taken it. The sweep tells what is overdue.
   */
  outbox?:
    { kind: 'start' | 'cancel'; due_at: Date } | { kind: 'resume'; tool_call_id: string; due_at: Date };
  /** Somebody asked for its end: it comes at the next safe point. */
  cancel_requested?: true;
  /** The agent has handed over: one last turn, of words alone, then the run closes. */
  handed_off?: true;
  /** Rich blocks that the reply will carry. */
  blocks?: JsonText<Extract<MessagePart, { type: 'data' }>>[];
  /** Turns in a row that had a call with invalid arguments, and the last of them. */
  invalid_turns?: { count: number; turn: number };
  opened_at: Date;
  closed_at?: Date;
  /** What the run did is not in its trace any more: the deployment keeps it for so long. */
  trace_erased?: true;
  /** Counts the writes; a write is refused when another came first. */
  version: number;
}

/** A run with its thread, as they were read for work on them. */
export interface LoadedRun {
  run: RunDocument;
  thread: ThreadDocument;
  /** The calls of the run's latest turn, in the model's order. */
  calls: ToolCallDocument[];
}
