import { expect, it } from 'vitest';
import type { AuditEntry } from '#contract/audit.ts';
import { csvHeader, csvOfEntry } from '#contract/words/audit-csv.ts';

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

it.each([
  '2512292042121000001',
  '0012345678',
  '2512 2920 4212 1000 001',
  '12E5',
  '1e400',
  '0.12345678901234567',
  // Sort codes and invoices that would become dates.
  '10-11-12',
  '01-02-2003',
  '3/4',
  '1.2.2026',
])('[console.csv] [console.audit-export] a spreadsheet does not change the digits of %j', (actor) => {
  expect(fieldOf(actor)).toMatch(/^"?'/);
});

it.each([
  '12.50',
  '123456789012345',
  '0',
  '0.5',
  'DE89370400440532013000',
  '019a9d5e-0000',
  'e5',
  '2026-11-29',
  '20-00-00-1',
])('[console.csv] %j stays as it is', (actor) => {
  expect(fieldOf(actor).startsWith(`${actor},`)).toBe(true);
});

it('[console.audit-export] commas, quotes and line breaks stay in their field', () => {
  expect(fieldOf('a,"b"\nc').startsWith('"a,""b""\nc",')).toBe(true);
  expect(csvHeader.trim().split(',').length).toBe(csvOfEntry(entry).trim().split(',').length);
});
