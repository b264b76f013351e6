import type { AuditEntry } from './audit.ts';

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
export const csvHeader = `${Object.keys(columns).join()}\r\n`;

/** An entry as a line of CSV (RFC 4180), to read. Verification needs JSON Lines, which has all of it. */
export function csvLine(entry: AuditEntry): string {
  return `${Object.values(columns)
    .map((read) => field(read(entry)))
    .join()}\r\n`;
}

/** What a spreadsheet would take for a formula begins with an apostrophe: names come from outside. */
function field(value: string | number | undefined): string {
  const text = String(value ?? '');
  const shown = typeof value === 'string' && /^[=+\-@＝＋－＠\t\r\n]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(shown) ? `"${shown.replaceAll('"', '""')}"` : shown;
}
