import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../../..');

it('[dev-stack.npm-test] npm test installs what it needs first, and then runs every project', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  expect(scripts['pretest']).toBe('sh dev/install.sh && node dev/programs/main.ts');
  expect(scripts['test']).toBe('vitest run');
});

it('[dev-stack.npm-test] tests have servers of their own: they read no stack.json, and take free ports', () => {
  const setup = readFileSync(join(root, 'test/support/global-setup.ts'), 'utf8');
  expect(setup).not.toContain('stack.json');
  expect(setup).not.toMatch(/port:/);
});
