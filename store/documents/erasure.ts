/** The erasure of a subject, and for a while after its end what tells of it. */
export interface ErasureDocument {
  _id: string;
  workspace_id: string;
  /** Stands while the erasure runs. */
  subject_ref?: string;
  /** SHA-256 of workspace and subject. It outlives `subject_ref`, so that a request begun before is told apart. */
  subject_hash: string;
  /** Threads that are being erased: their own documents go first, so that nobody writes to them any more. */
  thread_ids?: string[];
  /** When all was found erased for the first time. What was in flight then is looked for once more. */
  cleared_at?: Date;
  /** When its workflow is taken for lost, unless it is heard of before. Stands while the erasure runs. */
  due_at?: Date;
  created_at: Date;
  completed_at?: Date;
  /** When the document itself is removed. */
  expires_at?: Date;
}
