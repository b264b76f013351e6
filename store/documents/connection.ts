import type { Encrypted } from './encrypted.ts';

/** A host that agents may call, with the secrets to do so. */
export interface ConnectionDocument {
  _id: string;
  workspace_id: string;
  name: string;
  /** Absent: HTTP. */
  type?: 'mcp' | null;
  base_url: string;
  auth: SealedAuth;
  headers: SealedHeaders;
  /** Whether calls carry the trace context of the attempt. Absent: no. */
  trace_context?: boolean;
  /** Counts its changes. */
  changes?: number;
  created_at: Date;
  updated_at: Date;
}

/** `auth` at rest. */
export type SealedAuth =
  | { type: 'none' }
  | { type: 'bearer'; token: Encrypted }
  | { type: 'basic'; username: string; password: Encrypted }
  | { type: 'header'; name: string; value: Encrypted };

/** `headers` at rest: the names, which may be shown, and everything encrypted. */
export interface SealedHeaders {
  names: string[];
  pairs: Encrypted;
}
