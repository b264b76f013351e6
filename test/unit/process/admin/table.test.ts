import { expect, it } from 'vitest';
import { tableOf } from '#process/admin/table.ts';

it('[admin.lists] a table has a column for each member of its rows, in their order', () => {
  const created_at = new Date(0);
  const rows = [
    { id: '1', name: 'Acme', created_at },
    { id: '22', name: 'Bäckerei', created_at, suspended_at: created_at },
  ];
  expect(tableOf(rows)).toBe(
    [
      'id  name      created_at                suspended_at',
      '1   Acme      1970-01-01T00:00:00.000Z',
      '22  Bäckerei  1970-01-01T00:00:00.000Z  1970-01-01T00:00:00.000Z',
      '',
    ].join('\n'),
  );
});

it('[admin.lists] objects become columns, lists one cell, and what is absent an empty one', () => {
  const rows = [
    {
      directory: 'bic',
      current: { as_of: '2026-11-20', rows: 2 },
      previous: undefined,
      scopes: ['read', 'voice'],
    },
    { directory: 'cdv' },
  ];
  expect(tableOf(rows)).toBe(
    [
      'directory  current.as_of  current.rows  scopes',
      'bic        2026-11-20     2             read,voice',
      'cdv',
      '',
    ].join('\n'),
  );
});

it('[admin.lists] a name that would break the table, or move the cursor, is written out', () => {
  expect(tableOf([{ name: 'a\n\u001B[2Jb' }])).toBe('name\naU+000AU+001B[2Jb\n');
});

it('[admin.lists] without rows it says so', () => {
  expect(tableOf([])).toBe('none\n');
});
