import type { AuditEntry } from '#contract/audit.ts';
import { openedValues, type Recomputed } from '#contract/audit-chain.ts';
import { commitment } from './commitments.ts';
import { entryHash } from './entry-hash.ts';

/** Computes the hash and the commitments of an entry. */
export function recompute(entry: AuditEntry): Recomputed {
  const commitments = openedValues(entry).map(({ name, value, salt = '' }): [string, string] => [
    name,
    commitment(salt, name, value),
  ]);
  return { hash: entryHash(entry), commitments: Object.fromEntries(commitments) };
}
