import { expect, it } from 'vitest';
import { entryPlaceOf, readAuditPageSearch } from '#console/pages/audit/audit-search.ts';

const at = '2026-11-24T01:02:03.456Z';

it('[console.row-links] the address of an entry says which one it is beside what is listed', () => {
  const search = readAuditPageSearch({ type: 'call.decided', entry: 7, at });
  expect(search).toEqual({ type: 'call.decided', entry: 7, at });
  expect(entryPlaceOf(search)).toEqual({ seq: 7, at });
});

it.each([
  ['no time', { entry: 7 }],
  ['no entry', { at }],
  ['half an entry', { entry: 7.5, at }],
  ['a time that is none', { entry: 7, at: 'then' }],
])('an address with %s names no entry', (_, search) => {
  expect(entryPlaceOf(readAuditPageSearch(search))).toBeUndefined();
});
