import type { SealedAuth, SealedHeaders } from './sealed-credentials.ts';

/** A host that agents may call, with the secrets to do so. */
export interface ConnectionDocument {
  _id: string;
  workspace_id: string;
  name: string;
  base_url: string;
  auth: SealedAuth;
  headers: SealedHeaders;
  created_at: Date;
  updated_at: Date;
}

/** The part of the connection that a run stores. */
export interface ConnectionRef {
  id: string;
  name: string;
}
