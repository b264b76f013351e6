import { expect, it } from 'vitest';
import type { AuditEntry } from '#contract/audit.ts';
import { csvHeader, csvOfEntry } from '#contract/audit-csv.ts';

const entry: AuditEntry = {
  id: '019a9d5e-0000-7000-8000-000000000001',
  workspace_id: '019a9d5e-0000-7000-8000-000000000002',
  seq: 1,
  type: 'call.decided',
  at: '2026-11-24T10:00:00.000Z',
  target: { kind: 'tool_call', id: 'call' },
  previous_hash: '0'.repeat(64),
  hash: '1'.repeat(64),
};
const fieldOf = (actor: string): string => csvOfEntry({ ...entry, actor }).split('call.decided,')[1] ?? '';

it.each(['=1+1', '+1', '-1', '@A1', '＝1', '＠x', '\t=1', '\r=1', '\n=1'])(
  '[console.audit-export] %j is no formula of a spreadsheet',
  (actor) => {
    expect(fieldOf(actor)).toMatch(/^"?'/);
  },
);

it('[console.audit-export] commas, quotes and line breaks stay in their field', () => {
  expect(fieldOf('a,"b"\nc').startsWith('"a,""b""\nc",')).toBe(true);
  expect(csvHeader.trim().split(',').length).toBe(csvOfEntry(entry).trim().split(',').length);
});
