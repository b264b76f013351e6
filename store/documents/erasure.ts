/** The erasure of a subject and, for a while after its end, its record. */
export interface ErasureDocument {
  _id: string;
  workspace_id: string;
  /** Set while the erasure is running. */
  subject_ref?: string;
  /**
   * SHA-256 of workspace and subject. It outlives `subject_ref`, so that a request that started earlier is recognized.
   */
  subject_hash: string;
  /** Threads that are being erased. Their own documents are removed first, so that nobody can write to them. */
  thread_ids?: string[];
  /** When everything was found erased for the first time. Data that was in flight then is searched for again. */
  cleared_at?: Date;
  /** When its workflow counts as lost, unless it reports before. Set while the erasure is running. */
  due_at?: Date;
  created_at: Date;
  completed_at?: Date;
  /** When the document itself is removed. */
  expires_at?: Date;
}
