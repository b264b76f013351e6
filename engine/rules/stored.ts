import type { Directive } from '#contract/temporal/directive.ts';
import type { GroupMembership, ReservedAmount } from '../documents/applied-gate.ts';
import type { AuditRecord } from '../documents/audit-record.ts';
import type { EventDocument } from '../documents/event.ts';
import type { BalanceChangeDocument } from '../documents/balance-change.ts';
import type { MessageDocument } from '../documents/message.ts';
import type { PaymentRecord } from '../documents/payment.ts';
import type { LoadedRun, RunDocument } from '../documents/run.ts';
import type { ThreadDocument } from '../documents/thread.ts';
import type { ToolCallDocument } from '../documents/tool-call.ts';
import type { TurnDocument } from '../documents/turn.ts';
import type { MeteredUse } from '../documents/usage.ts';

/** The outside inputs of the rules. They have no clock, no keys, and create no ids. */
export interface RuleContext {
  now: Date;
  /** The time by the clock of the store, which says to which day of a limit an amount belongs. */
  storeNow: () => Date;
  /** Returns a new UUID v7 at each call, in ascending order. */
  newId: () => string;
  /** A keyed hash of a text, by the key of a workspace. */
  seal: (workspaceId: string, text: string) => string;
}

/** The ids and the time of events and documents. */
export type IdsAndTime = Omit<RuleContext, 'seal' | 'storeNow'>;

/** A field that a change of a call may remove. */
export type UnsetField =
  'decision' | 'approvals' | 'effect_claim' | 'reserved' | 'not_before' | 'frozen' | 'shown' | 'stage_clock';

/** A change of a call. It is written only if the call is still as it was read. */
export interface CallChange {
  /** The call as it was when the change was decided. */
  before: ToolCallDocument;
  set: Partial<ToolCallDocument>;
  /** Fields to remove. */
  unset?: UnsetField[];
  /** The call ends, and certainly took no effect. */
  unsent?: true;
}

/** Everything that one input changes. It is written together or not at all. */
export interface Changes {
  /** Replaces the previous version. */
  run: RunDocument;
  /** The same, if the thread changes. */
  thread?: ThreadDocument;
  calls: CallChange[];
  turns: TurnDocument[];
  newCalls: ToolCallDocument[];
  messages: MessageDocument[];
  events: EventDocument[];
  ledger: BalanceChangeDocument[];
  uses: MeteredUse[];
  /** Memberships of approvers that have to hold when the changes are written. */
  memberships: GroupMembership[];
  /** The amounts that limits count from then on. The changes are written only if no limit is passed. */
  reserved: ReservedAmount[];
  /** The amounts that limits no longer count. */
  givenBack: ReservedAmount[];
  /** The payments that have their result. */
  payments: PaymentRecord[];
  /** Its audit entries. */
  audit: AuditRecord[];
}

/** The stored changes of an input. */
export type Outcome =
  /** Store the changes. `after` is then stored. */
  | { outcome: 'changed'; changes: Changes; after: LoadedRun; directive: Directive }
  /** The input changes nothing, or was applied before. */
  | { outcome: 'unchanged'; after: LoadedRun; directive: Directive }
  /** A call may still be in flight in a process that has gone silent, or a pause is not over. Try again at this time. */
  | { outcome: 'too_early'; until: Date }
  /** The pause of the run has expired. Store the changes, which end the run, and then apply the input to that. */
  | { outcome: 'expired'; changes: Changes };

/** The result of an input once everything is stored. */
export type Applied = Exclude<Outcome, { outcome: 'expired' }>;
