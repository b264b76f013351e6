import type { JsonObject } from '#contract/json.ts';
import type { JsonText } from '#contract/json-text.ts';
import type { PaymentState } from '#contract/sent-payment.ts';
import type { ReservedAmount } from './applied-gate.ts';
import type { PayeeDocument } from './payee.ts';

/** A payment that was sent, or may have been. Counts and totals of payees are added up from these. */
export interface PaymentDocument {
  /** The call's id. */
  _id: string;
  workspace_id: string;
  run_id: string;
  thread_id: string;
  /** Absent once the subject is erased. */
  subject_ref?: string;
  patch_ref: string;
  /** The blind name of the payee's account. Absent if the arguments name no account. */
  payee?: string;
  /** As its patch shows it. */
  name?: string;
  /** The key by which names are compared. */
  name_key?: string;
  /** A decimal in major units. Absent if it cannot be judged, or the patch hides it. */
  amount?: string;
  /** The same number: it is exact. Amounts are compared by it. */
  amount_value?: number;
  currency?: string;
  reference?: string;
  /** Whether the host has confirmed it, or nobody knows if it acted. */
  status: 'ok' | 'outcome_unknown';
  settlement: { state: PaymentState; at: Date; detail?: JsonText<JsonObject> };
  /** The amounts that limits count for it. Absent if they count none, or no longer. */
  reserved?: ReservedAmount[];
  sent_at: Date;
}

/** A payment that was sent or may have been, and its payee as it is stored if there is none yet. */
export interface PaymentRecord {
  payment: PaymentDocument;
  payee?: PayeeDocument;
}
