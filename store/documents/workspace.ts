/** How far the deletion of a workspace has come. A crash continues with what is named here. */
export interface WorkspaceDeletion {
  begun_at: Date;
  /** Documents that are deleted, or are about to be, with the collections whose documents belong to them. */
  batch?: { collection: string; ids: string[] };
}

/** A customer of the service: everything else belongs to one. */
export interface WorkspaceDocument {
  _id: string;
  name: string;
  /** Requests a minute, shared by all its keys; the deployment's default when absent. */
  rate_limit_per_minute?: number;
  /** The most open event streams, over all processes; the deployment's default when absent. */
  stream_limit?: number;
  /** False if the voice product is switched off. Default: on. */
  voice_enabled?: boolean;
  /** Counts the deletions of its API keys. */
  api_key_deletions?: number;
  /** Since when nobody may use it. */
  suspended_at?: Date;
  /** Set while it is being deleted. */
  deletion?: WorkspaceDeletion;
  created_at: Date;
}
