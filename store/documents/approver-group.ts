/** Actors who may approve at a stage of an approval policy. */
export interface ApproverGroupDocument {
  _id: string;
  workspace_id: string;
  key: string;
  name: string;
  members: string[];
  /** From 1; counts the changes. */
  version: number;
  /** Counts the transactions that relied on the members. */
  relied_on?: number;
  created_at: Date;
  updated_at: Date;
}
