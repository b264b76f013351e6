import { createHmac, randomBytes } from 'node:crypto';
import { committedText } from '#contract/audit-chain.ts';
import type { AuditRecord } from '#engine/documents/audit-record.ts';
import type { AuditEntryDocument } from '../documents/audit.ts';

/** A digest of a value that cannot be guessed without its salt. */
export function commitment(salt: string, name: string, text: string): string {
  return createHmac('sha256', Buffer.from(salt, 'base64url'))
    .update(committedText(name, text))
    .digest('base64url');
}

/**
 * The entry for a record, as it is inserted: the values that a person can be known by stand beside what is hashed, and the
 * contents nowhere.
 */
export function committed({ contents, ...record }: AuditRecord): AuditEntryDocument {
  const { actor, subject_ref } = record;
  const salts = {
    ...(actor === undefined ? {} : { actor: newSalt() }),
    ...(subject_ref === undefined ? {} : { subject_ref: newSalt() }),
    ...(contents === undefined ? {} : { content: newSalt() }),
  };
  const commitments = {
    ...committedValue(salts.actor, 'actor', actor),
    ...committedValue(salts.subject_ref, 'subject_ref', subject_ref),
    ...(salts.content === undefined ? {} : committedContents(salts.content, contents)),
  };
  const isOpen = Object.keys(salts).length > 0;
  return { ...record, ...(isOpen ? { commitments, salts } : {}), unsealed: true };
}

function committedValue(
  salt: string | undefined,
  name: string,
  value: string | undefined,
): Record<string, string> {
  return salt === undefined || value === undefined ? {} : { [name]: commitment(salt, name, value) };
}

function committedContents(salt: string, contents: AuditRecord['contents'] = {}): Record<string, string> {
  return Object.fromEntries(
    Object.entries(contents).map(([name, text]) => [name, commitment(salt, name, text)]),
  );
}

function newSalt(): string {
  return randomBytes(32).toString('base64url');
}
