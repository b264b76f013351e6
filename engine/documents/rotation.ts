/** How far the sweep has come in comparing runs with their workflows, so that the next one continues there. */
export interface RotationDocument {
  /** The workspace whose open runs are compared; `workflows` for the open workflows, which are compared in turn. */
  _id: string;
  /** The place after which to continue. Absent: the round is complete, and the next one starts from the beginning. */
  after?: string;
  /** When the sweep was here last. */
  looked_at: Date;
}
