import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { defaultRetention, indexesOf } from '#store/mongo/indexes.ts';

it('the table of the store lists every collection once', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../docs/architecture.md'), 'utf8');
  const section = page.slice(page.indexOf('\n## The store\n'), page.indexOf('\n### One write\n'));
  const listed = [...section.matchAll(/^\| `(?<name>\w+)` /gm)].map(({ groups }) => groups?.['name'] ?? '');
  expect(listed.toSorted()).toEqual(Object.keys(indexesOf(defaultRetention)).toSorted());
});
