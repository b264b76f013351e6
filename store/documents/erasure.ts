/** The erasure of a subject. It is kept for a while after its end. */
export interface ErasureDocument {
  _id: string;
  workspace_id: string;
  /** Present while the erasure runs. */
  subject_ref?: string;
  /**
   * The subject's name in the workspace's blind index. Stays when `subject_ref` is removed, to recognize requests that began
   * before.
   */
  subject_name: string;
  /** Threads that are being erased. Their own documents are deleted first, so that nothing can be added to them. */
  thread_ids?: string[];
  /** When the first complete pass ended. A second one follows, for what was in progress elsewhere. */
  cleared_at?: Date;
  /** When the sweep restarts the workflow if it was not active before. Present while the erasure runs. */
  due_at?: Date;
  created_at: Date;
  completed_at?: Date;
  /** When the document is removed. */
  expires_at?: Date;
}
