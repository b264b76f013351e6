import { hash } from 'node:crypto';
import type { AuditEntry } from '#contract/audit.ts';
import { hashedText } from '#contract/audit-chain.ts';
import { defined } from '#contract/defined.ts';
import { toTimestamp } from '#contract/timestamp.ts';
import type { AuditEntryDocument, SealDocument } from '../documents/audit.ts';

/** An entry with its place in the chain, before its hash. */
export type PlacedEntry = Omit<AuditEntry, 'hash'>;

/** The hash of an entry. Whatever somebody adds to an entry is hashed too. */
export function entryHash(entry: PlacedEntry & { hash?: string }): string {
  return hash('sha256', hashedText(entry));
}

/** An entry as the API shows it. */
export function placedEntry(
  document: AuditEntryDocument,
  { seq, previous_hash }: Pick<SealDocument, 'seq' | 'previous_hash'>,
): PlacedEntry {
  const { _id, workspace_id, type, at, target, details, credential, commitments } = document;
  const { actor, subject_ref, gate_rule, erased } = document;
  // The salt of the contents stays here: with it, arguments could be found by trying.
  const { content: _, ...salts } = document.salts ?? {};
  return {
    id: _id,
    workspace_id,
    seq,
    type,
    at: toTimestamp(at),
    target,
    ...defined({ details, credential, gate_rule, erased, commitments }),
    previous_hash,
    ...defined({ actor, subject_ref }),
    ...(Object.keys(salts).length === 0 ? {} : { salts }),
  };
}

/** A sealed entry as the API shows it. */
export function toAuditEntry(document: AuditEntryDocument): AuditEntry {
  const { seq = 0, previous_hash = '', hash: sealed = '' } = document;
  return { ...placedEntry(document, { seq, previous_hash }), hash: sealed };
}
