import type { AuditEntry } from '../audit.ts';
import { csvLine } from './csv.ts';

const columns = {
  seq: ({ seq }) => seq,
  at: ({ at }) => at,
  type: ({ type }) => type,
  actor: ({ actor }) => actor,
  subject_ref: ({ subject_ref }) => subject_ref,
  target_kind: ({ target }) => target.kind,
  target_id: ({ target }) => target.id,
  credential_kind: ({ credential }) => credential?.kind,
  credential_id: ({ credential }) => credential?.id,
  details: ({ details }) => (details === undefined ? undefined : JSON.stringify(details)),
  id: ({ id }) => id,
  hash: ({ hash }) => hash,
} satisfies { [column: string]: (entry: AuditEntry) => string | number | undefined };

/** The names of the columns. */
export const csvHeader = csvLine(Object.keys(columns));

/** An entry as a line of CSV, to read. Verification needs JSON Lines, which has all of it. */
export function csvOfEntry(entry: AuditEntry): string {
  return csvLine(Object.values(columns).map((read) => read(entry)));
}
