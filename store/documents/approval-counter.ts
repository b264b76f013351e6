/** The total of one limit of an approval policy in one day or month. */
export interface ApprovalCounterDocument {
  /** Workspace, counter and period. */
  _id: string;
  workspace_id: string;
  /** A decimal. */
  used: string;
  /** How often it was written. */
  writes: number;
  expires_at: Date;
}
