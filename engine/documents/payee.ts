import type { PayeeStatus } from '#contract/payee-status.ts';
import type { ResolvedPayee } from './held-payment.ts';

/** An account that payments named, or that somebody added. A payment inserts it if there is none, and never changes it. */
export interface PayeeDocument extends ResolvedPayee {
  _id: string;
  workspace_id: string;
  /** The texts of its account by which it is found, in capitals. */
  account_text: string;
  /** Names that somebody has given it. Those that payments used stand with the payments. */
  given_names?: string[];
  /** The keys by which names are compared. */
  given_name_keys?: string[];
  status: PayeeStatus;
  note?: string;
  created_at: Date;
  /** Absent until somebody changes it. */
  updated_at?: Date;
}
