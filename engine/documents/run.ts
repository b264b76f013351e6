import type { Context } from '#contract/context.ts';
import type { Microcredits } from '#contract/credits.ts';
import type { Origin } from '#contract/event.ts';
import type { MessagePart } from '#contract/message.ts';
import type { RunError } from '#contract/run.ts';
import type { CloseReason, PauseKind, RunState } from '#contract/run-state.ts';
import type { PendingAction, PendingConfirmation, PendingElicitation } from '#contract/thread.ts';
import type { Approvals, ExpiryAction } from '#contract/gate.ts';
import type { JsonText } from '#contract/json-text.ts';
import type { TraceContext } from '#contract/trace-context.ts';
import type { RiskLevel } from '#contract/risk.ts';
import type { FrozenBy } from './freeze.ts';
import type { FailedTry } from './model-try.ts';
import type { ThreadDocument } from './thread.ts';
import type { ToolCallDocument } from './tool-call.ts';

/** One run: from a user message until it is closed or has failed. */
export interface RunDocument {
  _id: string;
  workspace_id: string;
  thread_id: string;
  subject_ref: string;
  agent: { id: string; key: string; name: string };
  connection?: { id: string; name: string };
  /** The other connections that it belongs to: those of the tools that it has called. Absent if there are none. */
  connections?: string[];
  /** The session token that opened the run allows calls on this connection only. */
  connection_claim?: string;
  origin: Origin;
  /** The facts that the backend has given for it: those of its thread when it was opened, and those of its messages. */
  context?: JsonText<Context>;
  /** The MCP grant that its thread belongs to. */
  grant_id?: string;
  /** That of the client whose call opened the run. */
  trace_context?: TraceContext;
  state: RunState;
  reason?: CloseReason;
  error?: RunError;
  /**
   * The items that the run waits for while it is paused, in the model's order: a question, a proposed action, or all held calls of
   * its latest turn on which nobody has decided. Its thread has the same without the shown content.
   */
  pauses?: PauseDocument[];
  /** The freezes that hold its calls back. Absent if none does. */
  frozen_by?: string[];
  /** Its held calls expired, or it was cancelled: the calls that were approved before are made, and then it closes so. */
  closing?: ClosingReason;
  /** Since when the run is paused. Absent if it is not. */
  paused_at?: Date;
  /** When the run was paused for the first time. */
  first_paused_at?: Date;
  /** The authors of its messages beside its subject, as `actorKey`. */
  makers?: string[];
  /** `seq` of the user message that opened the run, which orders the runs of a thread. */
  seq: number;
  /** The beginning of that message, and the words by which it is found. Absent in older ones. */
  opening?: string;
  opening_words?: string[];
  /** Model turns taken. */
  turn_count: number;
  /** The models that took its turns, as in costs. */
  models?: string[];
  /** `seq` of the run's newest event. */
  last_event_seq: number;
  cost: Microcredits;
  /** The credits of the workspace that the run holds until it ends; absent if it holds none. */
  hold?: Microcredits;
  /** The latest assistant message. */
  message?: { id: string; content: string; created_at: Date };
  /**
   * The pending notification of Temporal about the run. Stored by the write that requires it, and removed once Temporal
   * has accepted it. The sweep sends it if it is overdue.
   */
  outbox?: RunOutbox;
  /** A cancellation was requested: the run ends at its next safe point. */
  cancel_requested?: true;
  /** The agent has handed over. One last turn without calls follows, and then the run closes. */
  handed_off?: true;
  /** Rich blocks that will be part of the reply. */
  blocks?: JsonText<Extract<MessagePart, { type: 'data' }>>[];
  /** The number of consecutive turns with invalid arguments in a call, and the last of them. */
  invalid_turns?: { count: number; turn: number };
  /** The model was asked once to correct its invalid reply. */
  reply_repaired?: true;
  /** The failed tries of the turn that is being taken, or could not be taken, oldest first. */
  tries?: FailedTry[];
  opened_at: Date;
  closed_at?: Date;
  /** The trace no longer contains what the run did (TRACE_RETENTION_DAYS). */
  trace_erased?: true;
  /** Counts the writes. A write is rejected if another one came first. */
  version: number;
}

/** Why a run closes after the approved calls of its latest turn. */
export type ClosingReason = Extract<CloseReason, 'cancelled' | 'expired'>;

/** The shown part of a pause, by its type. */
export interface ShownPause {
  question: PendingElicitation;
  confirmation: PendingConfirmation;
  outcome: PendingAction;
}

/** A held payment as totals count it. */
export interface PausedPayment {
  /** A decimal in major units. */
  amount: string;
  currency: string;
  /** A blind name of the account. */
  payee: string;
}

/** One item that a run waits for. */
export interface PauseDocument<Type extends PauseKind = PauseKind> {
  type: Type;
  run_id: string;
  tool_call_id: string;
  patch_ref: string;
  created_at: Date;
  /** How long it may last. */
  ttl_seconds: number;
  /** The place of a held call among those that are held together, from 1. */
  position?: number;
  /** The effect of its end on a held call and its run. Default: `close`. */
  on_expiry?: ExpiryAction;
  /** When it is over: at its own end, or at that of another held call which then closes the run (engine/rules/expiry.ts). */
  expires_at: Date;
  /** The held call has all of its approvals: it does not expire, and is made from then on. */
  not_before?: Date;
  /** The held call has all of its approvals, and this freeze holds it back: it is made once that is lifted. */
  frozen?: FrozenBy;
  /** The effective level of the call, if its patch is known. */
  risk?: RiskLevel;
  /** The payment of a held call, if it can be counted. */
  payment?: PausedPayment;
  /** Digest of the held call (see gates/digest.ts). Set for confirmations only. */
  digest?: string;
  /** Id of the key of the keyed hashes of hidden values. Absent if no arguments are hidden. */
  sealed_by?: string;
  /** The approvers of the held call so far, as `actorKey`; absent if there are none. */
  approved_by?: string[];
  /** The people who may not approve the held call although its stage accepts them, as `actorKey`. */
  excluded?: string[];
  /** Only members of approver groups may approve at some of its stages. */
  has_groups?: true;
  /** The approver group whose members may approve next. */
  group?: string;
  /** The approver group whose members may approve too, because the call has waited for so long. */
  escalated_to?: string;
  /** When a reminder or an escalation is due next, or an approved call is to be made. */
  wake_at?: Date;
  /** The approvals of a held call so far, as people see them. */
  approvals?: Approvals;
  /**
   * The shown content. Absent for a stored held call, whose call has it: a run can wait for 64 of them, each with arguments of 256
   * Ki characters, and a document has room for 16 MiB. The step that holds the call has it here.
   */
  shown?: JsonText<ShownPause[Type]>;
  /** Its length. */
  shown_length: number;
}

/** An item with its shown content as it is now. */
export interface PauseWithContent<Type extends PauseKind = PauseKind> extends PauseDocument<Type> {
  content: ShownPause[Type];
}

/** A run with the shown content of all items that it waits for. */
export interface RunWithContent extends RunDocument {
  pauses?: PauseWithContent[];
}

/** A notification of Temporal about a run. */
export type RunMessage =
  /** The workflow has to be started. */
  | { kind: 'start' }
  /** A cancellation was requested. */
  | { kind: 'cancel' }
  /**
   * Signal `lockGranted`, to end a wait for the thread lock that may continue although the run has left the line: a worker that
   * Temporal had given up on took the step.
   */
  | { kind: 'lockGranted' }
  /** A call is resolved. With `let_in`, the signal `lockGranted` precedes it. */
  | { kind: 'resume'; tool_call_id: string; let_in?: true }
  /** The run is still paused, and what comes next during the pause has changed. With `let_in`, that also ends a wait for the thread lock. */
  | { kind: 'look'; let_in?: true };

/** The outbox entry of a run. It is identified by `version`, the version of the run with which it was stored. */
export type RunOutbox = RunMessage & { version: number; due_at: Date };

/** A run and its thread, as they were read. */
export interface RunOnThread {
  run: RunDocument;
  thread: ThreadDocument;
}

/** With the calls of its latest turn. */
export interface LoadedRun extends RunOnThread {
  /** The calls of the run's latest turn, in the model's order. What was stored as their results is not read. */
  calls: ToolCallDocument[];
}
