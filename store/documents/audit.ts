import type { ErasedNames } from '#contract/audit.ts';
import type { AuditRecord } from '#engine/documents/audit-record.ts';

/**
 * An entry of a workspace's audit log. It is inserted by the write that it records, without a place in the chain, and
 * sealed later (docs/decisions/0055). After that, only an erasure changes it, and nothing of the hashed part.
 */
export interface AuditEntryDocument extends Omit<AuditRecord, 'contents'> {
  /** Salted digests of the actor, the subject and the contents, by name: what the hash covers of them. */
  commitments?: Record<string, string>;
  /**
   * The salts of the commitments: of the actor, of the subject, and of the contents. The last one never leaves the store but with
   * a receipt. An erasure removes them together with the values.
   */
  salts?: { actor?: string; subject_ref?: string; content?: string };
  /** For an erasure: the numbers of the entries that have lost a name with its salt. */
  erased?: ErasedNames;
  /** It has no place in the chain yet. */
  unsealed?: true;
  seq?: number;
  previous_hash?: string;
  hash?: string;
}

/** The head of a workspace's chain. */
export interface AuditChainDocument {
  /** The workspace. */
  _id: string;
  /** That of the newest entry. */
  seq: number;
  hash: string;
  /** When the newest entry happened. */
  at: Date;
  /** The marks that the newest entries still need. */
  batch: SealDocument[];
}

/** The place of an entry in the chain. */
export interface SealDocument {
  id: string;
  seq: number;
  previous_hash: string;
  hash: string;
}
