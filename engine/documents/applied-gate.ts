import type { PolicyCheck } from '#contract/approval-check.ts';
import type { Via } from '#contract/credential.ts';
import type { ExpiryAction, GateRule, GateVerdict } from '#contract/gate.ts';

/**
 * The gate that applies to one call: a gate of the agent's version, or an approval policy. It is decided before the
 * call is recorded, and stored with it; a later version of a policy does not change it.
 */
export type AppliedGate = AllowingGate | DenyingGate | HoldingGate;

interface Applied {
  verdict: GateVerdict;
  /** The `gate_rule` recorded with the call. */
  rule: GateRule;
}

/** The call is made like one without a gate. */
export interface AllowingGate extends Applied {
  verdict: 'allow';
  /** The amounts that limits count for the call: reserved in the write that records it. */
  reservations?: LimitReservation[];
}

/** The call is not made. */
export interface DenyingGate extends Applied {
  verdict: 'deny';
  /** The message for the model. It names the rule, and nothing that only approvers may know. */
  message: string;
}

/** The call is held until the approvals of all stages are given. */
export interface HoldingGate extends Applied {
  verdict: 'hold';
  /** In the order in which they are to be fulfilled; at least one. */
  stages: GateStage[];
  /** The subject of the run may reject the call, but not approve it. */
  exclude_subject?: true;
  /** How long the call is held. Default: `pause_ttl_seconds` of the agent. */
  ttl_seconds?: number;
  /** Default: `close`. */
  on_expiry?: ExpiryAction;
  /** A decision must carry the digest of what it is about. */
  require_digest?: true;
  /** For how long since it was held the call stays held although it is approved. Default: not at all. */
  cooling_off_seconds?: number;
  /** Notes for the approver beside the summary, such as the limit that the call would pass. */
  notes?: string[];
  /** Where amounts and payees are in the arguments, so that the approver is shown them whatever the summary says. */
  amounts?: AmountPointers[];
  /** Conditions that must hold between the last approval and the sending. */
  checks?: PolicyCheck[];
  /** The amounts that limits count for the call: reserved in the write of the last approval. */
  reservations?: LimitReservation[];
}

/** Where limits of a policy find what they count: JSON pointers into the arguments. */
export interface AmountPointers {
  /** The limits that look there. */
  limits: string[];
  amount: string;
  currency?: string;
  payee?: string;
}

/** One stage of approvals. An actor counts once over all stages. */
export interface GateStage {
  /** From 1 to 5. */
  approvals: number;
  /** Only members of this approver group may approve. Default: everybody who can see the run. */
  group?: string;
  /** Only actors known in one of these ways may approve. Default: in any way. */
  via?: Via[];
  /** After how many seconds at this stage a reminder is due. */
  remind_after?: number;
  /** After how many seconds at this stage the members of `escalate_to` may approve too. */
  escalate_after?: number;
  /** An approver group. */
  escalate_to?: string;
  /** For how long since the last approval of this stage the call stays held. Default: not at all. */
  undo_seconds?: number;
}

/** How long a held call has been waiting at the stage that is to be fulfilled next, and what was done about it. */
export interface StageClock {
  /** From 0. */
  stage: number;
  /** When the call came to wait at it. */
  since: Date;
  reminded_at?: Date;
  /** Since then, the members of `escalate_to` of the stage may approve. */
  escalated_at?: Date;
}

/** The amounts that one limit of a policy counts for a call. */
export interface LimitReservation {
  /** The limit's name. */
  limit: string;
  /** Identifies what is counted together, in each period: policy, limit, scope and currency. */
  counter: string;
  /** Period that the reservation counts against: a UTC day or month. */
  per: 'day' | 'month';
  /** A decimal. */
  amount: string;
  /** A decimal: the write that would take the counter above it fails. Absent where approvers may let it pass. */
  max?: string;
}

/** The amount that a limit counts for a call in one period. */
export interface ReservedAmount extends Omit<LimitReservation, 'per'> {
  /** `2026-11-24` or `2026-11`. */
  period: string;
}

/** That an actor is in an approver group. The write that relies on it makes sure of it. */
export interface GroupMembership {
  group: string;
  actor: string;
}
