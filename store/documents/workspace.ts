/** A customer of the service: everything else belongs to one. */
export interface WorkspaceDocument {
  _id: string;
  name: string;
  /** Requests a minute, shared by all its keys; the deployment's default when absent. */
  rate_limit_per_minute?: number;
  /** Counts the deletions of its API keys. */
  api_key_deletions?: number;
  created_at: Date;
}
