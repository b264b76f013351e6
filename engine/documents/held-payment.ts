import type { PaymentAccount, PaymentDeclaration } from '#contract/payment.ts';
import type { ShownInstitution } from '#contract/approval-check.ts';
import type { PayeeFacts } from './payee-facts.ts';

/** To what the account of a payee leads, by Identify, with values that approvers may not see. */
export interface ResolvedPayee {
  account: PaymentAccount;
  institution?: ShownInstitution;
  country?: string;
  /**
   * A blind name, equal for all references to the same account of a workspace. A malformed one that hosts may still read has the name of
   * the account that they would pay, so that blocks, freezes and rejections cover it.
   */
  named: string;
}

/** The payment of a call. Its amount, currency and texts are those of the arguments, at the declared places. */
export interface HeldPayment {
  /** As the patch declares it. */
  declared: PaymentDeclaration;
  payee: ResolvedPayee;
  /** The facts about the payee when it was looked up. Absent if the account is malformed. */
  facts?: PayeeFacts;
  /** The account is malformed, and the payee of that name was blocked when it was looked up. */
  blocked?: true;
}
