import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../../../..');

it('[dev-stack.npm-test] npm test and npm run test:slow install what they need first, and together run every project', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  for (const name of ['test', 'test:slow']) {
    expect(scripts[`pre${name}`]).toBe('sh tools/dev/install.sh && node tools/dev/programs/main.ts');
  }
  const projects = ['test', 'test:slow'].flatMap((name) =>
    [...(scripts[name] ?? '').matchAll(/--project (\w+)/g)].map((match) => match[1]),
  );
  const config = readFileSync(join(root, 'vitest.config.ts'), 'utf8');
  const names = [...config.matchAll(/\bname: '(\w+)'/g)].map((match) => match[1]);
  expect(names.length).toBeGreaterThan(4);
  expect(new Set(projects)).toEqual(new Set(names));
});

it('[dev-stack.npm-test] tests have servers of their own: they read no stack.json, and take free ports', () => {
  const setup = readFileSync(join(root, 'test/support/global-setup.ts'), 'utf8');
  expect(setup).not.toContain('stack.json');
  expect(setup).not.toMatch(/port:/);
});
