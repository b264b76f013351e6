import { createHmac, randomBytes } from 'node:crypto';
import type { AuditRecord } from '#engine/documents/audit-record.ts';
import type { AuditEntryDocument } from '../documents/audit.ts';

/** What an entry may show of what its commitments stand for. */
export interface Opened {
  actor?: string | undefined;
  subject_ref?: string | undefined;
  salts?: { actor?: string | undefined; content?: string | undefined } | undefined;
}

/** A digest of a value that cannot be guessed without its salt. The name keeps equal values of different kinds apart. */
export function commitment(salt: string, name: string, text: string): string {
  return createHmac('sha256', Buffer.from(salt, 'base64url'))
    .update(`${name}\n`)
    .update(text)
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
    ...(subject_ref === undefined && contents === undefined ? {} : { content: newSalt() }),
  };
  const commitments = {
    ...(salts.actor === undefined ? {} : { actor: commitment(salts.actor, 'actor', actor ?? '') }),
    ...(salts.content === undefined ? {} : committedContents(salts.content, subject_ref, contents)),
  };
  const isOpen = Object.keys(salts).length > 0;
  return { ...record, ...(isOpen ? { commitments, salts } : {}), unsealed: true };
}

function committedContents(
  salt: string,
  subject_ref: string | undefined,
  contents: AuditRecord['contents'] = {},
): Record<string, string> {
  const values = { ...(subject_ref === undefined ? {} : { subject_ref }), ...contents };
  return Object.fromEntries(
    Object.entries(values).map(([name, text]) => [name, commitment(salt, name, text)]),
  );
}

/** The personal values of an entry that do not match their commitments, although they are shown with their salts. */
export function falseValues({
  actor,
  subject_ref,
  salts,
  commitments = {},
}: Opened & {
  commitments?: Record<string, string> | undefined;
}): string[] {
  const shown = [
    ['actor', actor, salts?.actor],
    ['subject_ref', subject_ref, salts?.content],
  ] as const;
  return shown.flatMap(([name, value, salt]) => {
    if (value === undefined) return [];
    return salt !== undefined && commitments[name] === commitment(salt, name, value) ? [] : [name];
  });
}

function newSalt(): string {
  return randomBytes(32).toString('base64url');
}
