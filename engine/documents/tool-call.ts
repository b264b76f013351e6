import type { ReturnReason, ShownAccount } from '#contract/approval-check.ts';
import type { Context } from '#contract/context.ts';
import type { Microcredits } from '#contract/credits.ts';
import type { Patch } from '#contract/patch.ts';
import type { CredentialRef } from '#contract/credential.ts';
import type { ActingClient, ToolCall } from '#contract/run.ts';
import type { ValueOrigin } from '#contract/origins.ts';
import type { PendingConfirmation, WriteSummary } from '#contract/thread.ts';
import type { JsonText } from '#contract/json-text.ts';
import type { RequestVia, Via } from '#contract/credential.ts';
import type { PasskeySignature } from '#contract/passkey.ts';
import type { AppliedGate, ReservedAmount, StageClock } from './applied-gate.ts';
import type { RepeatedCall } from '#contract/repeated-call.ts';
import type { ExpiredBefore, RejectedBefore } from '#contract/turned-down.ts';
import type { FrozenBy } from './freeze.ts';
import type { HeldConnection } from './connection.ts';
import type { HeldPayment } from './held-payment.ts';

/** The attempts at a call. */
export interface Sending {
  /** How many were started. */
  attempts: number;
  /** Identifies the last one, so that its maker recognizes its own mark. */
  by?: string;
  /** On which connection; absent if the call uses none. Absent in older ones. */
  connection_id?: string;
  /** The last one has started, and has no result yet. */
  in_flight: boolean;
  /** When the first one was marked. Absent in older ones. */
  first_at?: Date;
  /** The deadline of the last one. Nobody else reports it as lost before then. */
  until: Date;
  /** The result of the previous one, if another one is to follow. */
  last?: AttemptEnd;
  /** The result of the latest one on which the host may have acted, if another one has followed. */
  sent?: AttemptEnd;
}

/** The result of an attempt at a call. */
export type AttemptEnd = Pick<
  ToolCallDocument,
  'status' | 'result' | 'error' | 'request' | 'response_status'
>;

/** An attempt at a call that is over. */
export interface CallTryRecord {
  at: Date;
  /** Code of its error. Absent if the call was ok. */
  code?: string;
  /** The HTTP status of the host's answer. */
  status?: number;
  /** Absent if its end is unknown. */
  duration_ms?: number;
  /** After how long another one was to follow. */
  retry_in_ms?: number;
}

/** A decision on a held call. */
export interface DecisionDocument {
  decision: 'approve' | 'reject';
  detail?: JsonText;
  /** The person who decided. */
  actor: string;
  /** How the actor is known. Absent in older ones. */
  via?: Via;
  /** For a signed one: how the actor of the request is known. */
  request_via?: RequestVia;
  /** The statement that the actor has signed, and the key. */
  signature?: PasskeySignature;
  /** The MCP client that carried the decision. */
  client?: ActingClient;
  /** The credential of the request. */
  credential?: CredentialRef;
  /** Identifies the request that decided, so that its repetition gets the same answer. */
  request_id: string;
  /** Shared by the decisions of one request on several calls. */
  decision_id?: string;
  created_at: Date;
  /** The digest of what was held. Absent in older ones. */
  digest?: string;
  /** Id of the key of the keyed hashes of hidden values. Absent if no arguments are hidden. */
  sealed_by?: string;
  /** The stage of the gate to which an approval belongs, from 0. Default: the first. */
  stage?: number;
}

/** The effect of a call, identified by the patch's `reliability.key`. */
export interface CallEffect {
  /** A hash of the thread, the patch and the values of its key. */
  key: string;
  /** The call that it repeats, as it was shown at the gate. */
  repeats?: RepeatedCall;
}

/** That a held call was not approved: a person rejected it, or nobody decided in time. */
export interface TurnedDown {
  as: 'rejected' | 'expired';
  /** Its blind names, as `asked` of the call. */
  asked: string[];
  /** Counts those of the thread, from 1. */
  number: number;
  /** The position of the subject's newest message then; 0 before the first. */
  subject_seq: number;
}

/** One call of a turn, and its result. */
export interface ToolCallDocument extends Omit<
  ToolCall,
  | 'args'
  | 'result'
  | 'request'
  | 'started_at'
  | 'duration_ms'
  | 'cost_credits'
  | 'outcome'
  | 'decision'
  | 'decisions'
  | 'lapsed_decisions'
  | 'gate_rule'
  | 'revised_from'
  | 'tries'
  | 'rejected_before'
  | 'expired_before'
  | 'payment'
  | 'origins'
  | 'frozen'
> {
  _id: string;
  workspace_id: string;
  run_id: string;
  /** `seq` of the turn that made it. */
  turn_seq: number;
  /** Position among the turn's calls, from 0. */
  index: number;
  /** The provider's id of the call. It is used in no other request: models see the call under an id of its own. */
  call_id: string;
  /** Where it is found once its run is too old to be shown to a model; absent if it may be forgotten. */
  lasting?: { thread_id: string; run_seq: number };
  /** The patch key, as the model named it. */
  name: string;
  /** How long the call may take. */
  timeout_seconds: number;
  /** The price of the call once it is ok. */
  price?: Microcredits;
  /** JSON pointers to what only the model and the host may see. */
  redact?: NonNullable<Patch['redact']>;
  /** The summary of a held call, for people. */
  summary?: WriteSummary;
  /** While it is held: its shown content, without what changes meanwhile. Steps of the run do not read it. */
  shown?: JsonText<PendingConfirmation>;
  /** Its place among the held calls of its turn, from 1, and how many there are. One that an approver has revised has the same. */
  set?: { position: number; of: number };
  /** The connection that a held call would use; absent if it calls no host. */
  connection?: HeldConnection;
  args: JsonText;
  /** Effect of the call, equal for calls that repeat each other. Absent if the patch declares none. */
  effect?: CallEffect;
  /**
   * Written with the first mark, and removed if the call fails: the call that has it has made the effect, is making it,
   * or may have made it. It is unique.
   */
  effect_claim?: string;
  /** For a held call: its blind names, by which equal calls are found (engine/rules/same-call/call-names.ts). */
  asked?: string[];
  /** For a call that replaced others: their blind names. A rejection applies to them too. */
  asked_before?: string[];
  /** How many calls of the thread had been turned down when it was held. Default: 0. */
  turned_down_known?: number;
  turned_down?: TurnedDown;
  /** The newest call of the thread that asked for the same and was rejected, when this one was made or held. The detail is redacted. */
  rejected_before?: Omit<RejectedBefore, 'detail'> & { detail?: JsonText };
  /** The newest one that had expired. */
  expired_before?: ExpiredBefore;
  /** JSON pointers to the arguments that were filled in, and that models do not see. Absent if there are none. */
  filled?: string[];
  /** The values of the context that its request uses. Absent if it uses none. */
  context?: JsonText<Context>;
  result?: JsonText;
  /** The outbound call, redacted. */
  request?: JsonText;
  /** The HTTP status of the host's answer. */
  response_status?: number;
  /** Written before a call is sent: shows whether it may have taken effect, even if its worker died. */
  sending?: Sending;
  /** Each attempt that is over, oldest first. Absent in older ones. */
  tries?: CallTryRecord[];
  /**
   * The gate that applied when the call was made. Absent without a gate, and for one that holds every call and has no
   * options.
   */
  applied_gate?: AppliedGate;
  /** The call that an approver has revised to this one. */
  revised_from?: string;
  /** Everybody who has revised it or the calls before it, as `actorKey`. */
  revised_by?: string[];
  /**
   * The accounts of its references when it came to its gate, if its policy checks them, with values that approvers may
   * not see.
   */
  accounts?: ShownAccount[];
  /** Its payment, if its patch declares one. */
  payment?: HeldPayment;
  /** For a gated call: where the values of its arguments were seen before the model made it. */
  origins?: ValueOrigin[];
  /** Why it went back to its gate the last time. */
  returned?: { reason: ReturnReason; at: Date; accounts?: ShownAccount[] };
  /** The amounts that limits count for the call since it was let through. */
  reserved?: ReservedAmount[];
  /** The decision that resolved the gate: the last approval that was needed, or a rejection. */
  decision?: DecisionDocument;
  /** The approvals that were given before the last one, oldest first. */
  approvals?: DecisionDocument[];
  /** It has all of its approvals, and stays held until then. Kept once it is made: its late execution counts from here. */
  not_before?: Date;
  /** It has all of its approvals, and this freeze holds it back. It has `not_before` too. */
  frozen?: FrozenBy;
  /** A freeze has held it back: it was approved before, and its start is announced. */
  was_frozen?: true;
  /** For a held call with a stage that reminds or escalates. */
  stage_clock?: StageClock;
  /** Approvals that were taken back while the call was held, each with the request by which, and who made it. */
  withdrawn_decisions?: (DecisionDocument & {
    withdrawn_at: Date;
    withdrawn_by: string;
    withdrawn_as: Pick<DecisionDocument, 'actor' | 'via' | 'client' | 'credential'>;
  })[];
  /** Counts the changes of the approvals of a held call, so that a write knows whether they are as they were read. */
  approval_changes?: number;
  /** Approvals that no longer counted when the call was to be sent, each followed by a return to the gate. The reason is absent in older ones. */
  lapsed_decisions?: (DecisionDocument & { lapsed_at: Date; lapsed_because?: ReturnReason })[];
  outcome?: {
    state: 'occurred' | 'failed';
    detail?: JsonText;
    actor: string;
    client?: ActingClient;
    /** The credential of the request. */
    credential?: CredentialRef;
    created_at: Date;
  };
  started_at: Date;
  finished_at?: Date;
  cost?: Microcredits;
}

/** The turn to which a call belongs. */
export type OfTurn = Pick<ToolCallDocument, 'run_id' | 'turn_seq'>;

/** A call that was held and turned down, as it is found by what it asked for. */
export type TurnedDownCall = Pick<
  ToolCallDocument,
  '_id' | 'run_id' | 'applied_gate' | 'redact' | 'decision' | 'finished_at'
> & { turned_down: TurnedDown };
