import type { ApiKeyScope } from '#contract/api-key.ts';

/** An API key of a workspace. Only its SHA-256 is stored (auth.key-stored-hashed). */
export interface ApiKeyDocument {
  _id: string;
  workspace_id: string;
  name?: string;
  /** SHA-256 of the key, hex. */
  hash: string;
  /** Its scopes. Absent: all. */
  scopes?: ApiKeyScope[];
  /** From then on it is refused. */
  expires_at?: Date;
  created_at: Date;
  /** The name of who created it. */
  created_by?: string;
  /** Written at most once a minute (store/credentials/key-use.ts). */
  last_used_at?: Date;
}
