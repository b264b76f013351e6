import type { ShownAccount } from '#contract/approval-check.ts';
import type { Context } from '#contract/context.ts';
import type { Microcredits } from '#contract/credits.ts';
import type { RequestVia } from '#contract/credential.ts';
import type { Metadata } from '#contract/metadata.ts';
import type { JsonText } from '#contract/json-text.ts';
import type { JsonObject } from '#contract/json.ts';
import type { AgentPatch } from '#contract/agent.ts';
import type { CredentialRef } from '#contract/credential.ts';
import type { ActingClient } from '#contract/run.ts';
import type { ModelClass } from '#contract/model-class.ts';
import type { ValueOrigin } from '#contract/origins.ts';
import type { Patch } from '#contract/patch.ts';
import type { WriteSummary } from '#contract/thread.ts';
import type { StepDirective } from '#contract/temporal/directive.ts';
import type { SeenCalls } from '#contract/temporal/seen-calls.ts';
import type { ReplyFinish, RunErrorCode } from '#contract/run-state.ts';
import type { AppliedGate, GroupMembership, HoldingGate } from '../documents/applied-gate.ts';
import type { FrozenBy, LiftedFreeze } from '../documents/freeze.ts';
import type { FailedTry } from '../documents/model-try.ts';
import type { HeldConnection } from '../documents/connection.ts';
import type { HeldPayment } from '../documents/held-payment.ts';
import type { LeftOut } from '../documents/reasoning.ts';
import type { ReplyFault, TurnReasoning } from '../documents/turn.ts';
import type { CallEffect, CallTryRecord, ToolCallDocument, TurnedDownCall } from '../documents/tool-call.ts';
import type { MeteredUse } from '../documents/usage.ts';
import type { Charge } from './charge.ts';
import type { Known } from './gates/known-by.ts';
import type { CallResolution } from './resolve-call.ts';

/** A patch as it is assigned to the agent. */
export interface AgentTool {
  patch: Patch;
  wired: AgentPatch;
}

/** Why a call is not made, and is not held either. */
export interface CallRefusal {
  code:
    | 'invalid_args'
    | 'denied'
    | 'too_many_calls'
    | 'no_connection'
    | 'header_conflict'
    | 'denied_by_policy'
    | 'rejected_before'
    | 'repeat_refused';
  message: string;
}

/** A call by a model, after its patch was looked up and its arguments were validated. */
export interface JudgedCall {
  /** The provider's id of the call. */
  id: string;
  name: string;
  /** Empty if what the model sent could not be parsed. */
  args: JsonObject;
  /** As the model gave them, if some of them were filled in. */
  given?: JsonObject;
  /** The values of the context that its request uses. Absent if it uses none. */
  context?: Context;
  /** The same without what patches redact in earlier calls, if the model repeats any of it. */
  shown?: JsonObject;
  /** The model's output, if it could not be parsed. */
  unparsed?: string;
  /** Absent if the agent has no such patch. */
  tool?: AgentTool;
  /** The connection that a gated call would use; absent if it calls no host. */
  connection?: HeldConnection;
  /** The decision of its patch's gate; absent if it has none. */
  gate?: AppliedGate;
  /** Effect key, used to detect repeated calls. Absent if the patch declares no `reliability.key`. */
  effect?: CallEffect;
  /** For a held call: the accounts that its references resolve to. Absent if no policy checks them. */
  accounts?: ShownAccount[];
  /** Its payment. Absent if its patch declares none. */
  payment?: HeldPayment;
  /** For a gated call: where the values of its arguments were seen before. Absent if that could not be found out. */
  origins?: ValueOrigin[];
  /** The blind names of a gated call (engine/rules/same-call/call-names.ts). */
  asked?: string[];
  /** Calls of the thread that asked for the same and were turned down. Default: none. */
  earlier?: TurnedDownCall[];
  /** Why the call is not made. */
  refusal?: CallRefusal;
}

/** The reply of an agent that has a schema for it, once it was validated. */
export type StructuredReply = { payload: unknown } | { faults: ReplyFault[] };

/** A model turn was taken. */
export interface TurnTaken {
  type: 'turn_taken';
  /** From 1. */
  turn: number;
  model_class: ModelClass;
  /** Which model of the class has answered. */
  model?: string;
  /** The tries of those that were asked just before it. */
  failed?: FailedTry[];
  pause_ttl_seconds: number;
  text: string;
  /** The same without what patches redact in the run's calls, if the model repeats any of it. */
  shown?: string;
  calls: JudgedCall[];
  /** How many calls of the thread had been turned down when those were looked up that asked for the same. Default: 0. */
  turned_down_known?: number;
  /** The held calls of other runs when it was looked up which ask for the same. Default: none. */
  held_known?: string[];
  /** The position of the newest message on the thread when the model was asked. */
  thread_seq: number;
  /** The agent has a schema for its reply, and the turn may be the last of its run. */
  structured?: true;
  /** The reply by that schema, as it is shown, if the turn made no calls. */
  reply?: StructuredReply;
  /** The model's reasoning. */
  reasoning?: JsonText<TurnReasoning>;
  input_tokens: number;
  cached_input_tokens?: number;
  output_tokens: number;
  /** The part of the conversation that the model was not shown. */
  left_out?: LeftOut;
  cost: Microcredits;
  /** The request to the provider and its response, redacted, for the trace. */
  request: JsonText;
  response: JsonText;
  /** The texts of the run's earlier turns as they are shown, in order. */
  texts: string[];
  /** The id of the reply. */
  message_id: string;
  /** How the model ended it. */
  finish: ReplyFinish;
  /** When the provider was asked, and when it had answered. */
  started_at: Date;
  answered_at: Date;
}

/** A call has been completed. */
export interface CallSettled {
  type: 'call_settled';
  tool_call_id: string;
  /** The attempt that ended, if the call was sent. */
  attempt?: number;
  /** The same attempt, as the trace shows it. */
  tried?: CallTryRecord;
  resolution: CallResolution;
  /** The host certainly did not act on any attempt. */
  no_effect?: true;
  /** The call turned out to be impossible to send. The result of an earlier attempt still counts. */
  unsent?: true;
  /** A freeze has kept it from being sent: that counts, and not the failure of an attempt on which the host did not act. */
  frozen?: true;
  /** The attempt in flight has stopped sending heartbeats: its result is unknown once its deadline has passed. */
  lost?: true;
  /** The cost of a call that the service answers itself; other calls have the price of their patch. */
  charge?: Charge;
  use?: MeteredUse;
}

/** A held call after somebody has corrected its arguments: they are valid, and were judged like those of a new call. */
export interface RevisedCall {
  args: JsonText;
  /** The decision of its patch's gate. */
  gate: AppliedGate;
  summary: WriteSummary;
  /** On what it would be made by now. */
  connection?: HeldConnection;
  effect?: CallEffect;
  /** Its blind names. */
  asked?: string[];
  /** Calls of the thread that asked for the same and were turned down. Default: none. */
  earlier?: TurnedDownCall[];
  /** How many calls of the thread had been turned down when those were looked up. Default: 0. */
  turned_down_known?: number;
  /** The accounts that its references resolve to; absent if nothing checks them. */
  accounts?: ShownAccount[];
  /** Its payment; absent if its patch declares none. */
  payment?: HeldPayment;
  /** Where its values come from; absent if that is unknown of the first call. */
  origins?: ValueOrigin[];
}

/** The person who decides on a held call, or corrects it, and the request. */
interface Approver extends Known {
  actor: string;
  /** The approver groups of the gate that the actor was in when they were read. */
  memberships?: GroupMembership[] | undefined;
  /** The MCP client that carried it. */
  client?: ActingClient | undefined;
  /** The credential of the request. */
  credential?: CredentialRef | undefined;
  /** The digest of what the person was shown. Default: not compared. */
  digest?: string | undefined;
  /**
   * Id of the request, which distinguishes a repetition from another one. For a revision, it is also the id of the new
   * call.
   */
  request_id: string;
}

/** The differences between a call that is about to be sent and the version that its approvers saw. */
export interface FoundBeforeSending {
  /** To what its account references lead by now, if they were looked up. */
  accounts?: ShownAccount[] | undefined;
  /** The configuration with which its connection was shown, if it has another one by now. */
  moved_from?: string | undefined;
  /** Its payment with the facts that are known now, and the gate by them, which asks for more than the one that was applied. */
  stricter?: StricterCall | undefined;
}

/** A call of which more is asked by the facts that are known now than by those when it came to its gate, or was let through. */
export interface StricterCall {
  /** With the facts that are known now. */
  payment: HeldPayment;
  gate: HoldingGate;
  /** The names and the summary of a call that was let through, and is held for the first time. */
  first?: Pick<ToolCallDocument, 'asked' | 'summary'> | undefined;
}

/** A call that needs a person, looked at again when it is its turn. */
export interface CallToHold {
  tool_call_id: string;
  /** Why a gated call cannot be made any more: nobody is asked about it. */
  refusal?: CallRefusal | undefined;
  /** The current connection of a gated call. Default: the one when the model asked for it. */
  connection?: HeldConnection | undefined;
  /** The call that it repeats now. Default: the one when the model asked for it. */
  effect?: CallEffect | undefined;
  /** The accounts that its references resolve to now. Default: those when the model asked for it. */
  accounts?: ShownAccount[] | undefined;
  /** Its payment now. Default: that when the model asked for it. */
  payment?: HeldPayment | undefined;
  /** Its gate, combined with those of earlier equal calls. Default: the gate when the model asked for it. */
  gate?: AppliedGate | undefined;
  /** Those calls. Default: none. */
  earlier?: TurnedDownCall[] | undefined;
}

/** A call whose freeze was lifted. */
export interface LiftedCall extends LiftedFreeze {
  tool_call_id: string;
  /** Another freeze that covers it. */
  frozen?: FrozenBy | undefined;
}

/** Everything that can happen to a run after its first message. */
export type Input =
  | TurnTaken
  | CallSettled
  /** The run pauses for the next calls that need a person, apart from those that could not be made any more. */
  | {
      type: 'calls_held';
      calls: readonly CallToHold[];
      pause_ttl_seconds: number;
      /** How many calls of the thread had been turned down when it was looked up which ask for the same. Default: 0. */
      turned_down_known?: number | undefined;
      /** The held calls of other runs when it was looked up which ask for the same. Default: none. */
      held_known?: string[] | undefined;
    }
  /** An approved call is not sent, because a freeze covers it. */
  | { type: 'call_frozen'; tool_call_id: string; frozen: FrozenBy; pause_ttl_seconds: number }
  /** Freezes that hold calls of the run back were lifted. */
  | { type: 'freeze_lifted'; lifted: readonly LiftedCall[] }
  /** A user message answers the question that the run is paused for. */
  | {
      type: 'answer';
      tool_call_id: string;
      message_id: string;
      content: string;
      metadata?: Metadata | undefined;
      /** The facts that the backend has given with it. */
      context?: Context | undefined;
      /** The author. Default: the subject of the thread. */
      actor?: string | undefined;
    }
  /** Somebody approves or rejects the call that is held at its gate. */
  | ({
      type: 'decision';
      tool_call_id: string;
      decision: 'approve' | 'reject';
      detail?: JsonObject | undefined;
      /** When the pause began in which the person was asked. Default: that in which the decision arrives. */
      held_since?: string | undefined;
      /** Shared by the decisions of one request on several calls. Absent of a decision on one. */
      decision_id?: string | undefined;
    } & Approver)
  /** Somebody corrects the arguments of the call that is held at its gate. The groups of the approver are those of both gates. */
  | ({
      type: 'revision';
      tool_call_id: string;
      /** The gate, the connection and the effect of a call with the new arguments. */
      revised: RevisedCall;
      detail?: JsonObject | undefined;
      /** Whether the actor has a passkey. Default: no. */
      has_passkey?: boolean | undefined;
    } & Approver)
  /** Somebody takes an approval back while the call is held. */
  | {
      type: 'withdrawal';
      tool_call_id: string;
      actor: string;
      /** How the actor is known. */
      via: RequestVia;
      client?: ActingClient | undefined;
      credential?: CredentialRef | undefined;
      /** The same for every repetition of the request, which changes nothing. */
      request_id: string;
      held_since?: string | undefined;
    }
  /** Somebody reports what came of the action that was proposed, maybe after the run has ended. */
  | {
      type: 'outcome';
      tool_call_id: string;
      state: 'occurred' | 'failed';
      detail?: JsonObject | undefined;
      actor: string;
      /** The MCP client that carried it. */
      client?: ActingClient | undefined;
      /** The credential of the request. */
      credential?: CredentialRef | undefined;
    }
  /** Somebody wants the run to end. */
  | {
      type: 'cancel_requested';
      /** Only while calls of the run are held: nothing is cancelled that continues since the last decision. */
      while_held?: true;
    }
  /**
   * An approved call is not sent: not within the time for which its approvals are valid, not to the accounts to which its
   * references lead by now, or not on its connection as it is by now.
   */
  | ({ type: 'approval_lapsed'; tool_call_id: string; valid_ms: number } & FoundBeforeSending)
  /** The run is at a safe point and ends because a cancellation was requested. */
  | { type: 'cancel'; seen?: SeenCalls | undefined }
  /** The pause for this call has expired: the one that was to end at that time. */
  | { type: 'expiry'; tool_call_id: string; expires_at: string; seen?: SeenCalls | undefined }
  /** The workflow's timer for a reminder or an escalation has run: the one that was due at that time. */
  | { type: 'wake'; tool_call_id: string; wake_at: string; seen?: SeenCalls | undefined }
  /** A provider has failed on a turn, and is asked again. */
  | { type: 'turn_failed'; turn: number; failed: FailedTry[] }
  /** The run cannot take this step. It continues if the step was taken after all, just before its worker died. */
  | {
      type: 'failure';
      error: RunErrorCode;
      step: StepDirective;
      seen?: SeenCalls | undefined;
      failed?: FailedTry[];
    }
  /**
   * The run's workflow has ended: nothing would process an answer any more.
   *
   * If it has `completed`, it has ended by itself, which it does only after its run has ended: the store was restored to
   * an earlier time.
   */
  | { type: 'workflow_lost'; completed?: true };
