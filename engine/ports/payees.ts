import type { PayeeFacts } from '../documents/payee-facts.ts';

/** A payee, as a call names it. */
export interface NamedPayee {
  workspace_id: string;
  /** The blind name of its account. */
  named: string;
  /** The key of its name. Absent if the call has none. */
  name_key?: string | undefined;
  /** The subject of the run. */
  subject_ref: string;
  /** The payment of the call, as far as it can be judged. */
  paying: { amount?: string | undefined; currency?: string | undefined; reference?: string | undefined };
}

/** Accounts that were paid, or that the workspace knows. */
export interface Payees {
  /** Looks up what is known of a payee. */
  facts: (payee: NamedPayee) => Promise<PayeeFacts>;
}
