import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../../..');
const pages = globSync('**/*.md', { cwd: root, exclude: ['**/node_modules/**', '.dev/**'] });

/** Markdown links, and links in HTML, to files of the repository. */
const link = /\]\((?<target>[^)\s]+)\)|href="(?<href>[^"]+)"/g;

it('every page is found', () => {
  expect(pages).toContain('README.md');
  expect(pages.length).toBeGreaterThan(20);
});

it.each(pages)('%s links only to files that exist', (page) => {
  const targets = [...readFileSync(join(root, page), 'utf8').matchAll(link)]
    .map(({ groups }) => groups?.['target'] ?? groups?.['href'] ?? '')
    .filter((target) => !/^(?:[a-z]+:|#)/i.test(target))
    .map((target) => target.replace(/#.*$/, ''));
  const missing = targets.filter((target) => !existsSync(resolve(root, dirname(page), target)));
  expect(missing).toEqual([]);
});
