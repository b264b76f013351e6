import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { endpoints } from '#api/endpoints.ts';

it('[console.roles] the page on the sign-in lists every endpoint that needs more than viewer, with its role', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../docs/console-sign-in.md'), 'utf8');
  const listed = [...page.matchAll(/^\| `(?<operation>[A-Z]+ \/v1\/\S+)` +\| (?<roles>.+?) +\|$/gm)].map(
    ({ groups }) => `${groups?.['operation']}: ${groups?.['roles']}`,
  );
  const stated = endpoints
    .filter(({ role }) => role !== 'viewer')
    .map(({ role, method, path }) => {
      const needed = [role].flat().map((each) => `\`${each}\``);
      return `${method.toUpperCase()} ${path}: ${needed.join(', ')}`;
    });
  expect(listed.toSorted()).toEqual(stated.toSorted());
});
