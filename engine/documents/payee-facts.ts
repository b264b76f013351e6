import type { PayeeStatus } from '#contract/payee-status.ts';

/** The payments to a payee, of all subjects of a workspace or of one. */
export interface PaidBefore {
  /** How many payments were sent, and have not come back. */
  payments: number;
  first_paid_at?: Date;
  last_paid_at?: Date;
  /** Whether a name like this was paid at another account lately. */
  other_account: boolean;
}

/** Facts about a payee when a call came to its gate. */
export interface PayeeFacts extends PaidBefore {
  /** Its id. Absent if it is in no list yet. */
  id?: string;
  status: PayeeStatus;
  /** The ids that its bank has and had. Absent if the bank is unknown. */
  institution_ids?: string[];
  /** Whether its account was paid under a name like this. */
  known_name: boolean;
  /** The amount is over 3 times the largest of the last 10 payments to it in its currency. */
  above_usual?: true;
  /** The run's subject has paid it the same amount, or with the same reference, in the last 30 days. */
  possible_duplicate?: true;
  /** The same, of the run's subject alone. */
  subject: PaidBefore;
}
