import { join } from 'node:path';
import { expect, it } from 'vitest';
import { isInContext } from '../../support/container/build-context.ts';

const root = join(import.meta.dirname, '../../..');
const included = isInContext(root);

it.each([
  'a-new-folder/main.ts',
  'a-new-folder/test/data.tsv',
  'a-new-file.json',
  '.npmrc',
  'LICENSE',
  'docs/events.md',
  'docs/decisions/README.md',
])('[container.complete] %s goes into the image without being listed', (path) => {
  expect(included(path)).toBe(true);
});

it.each([
  '.env',
  '.git/config',
  '.dev/secrets.json',
  '.dev/data/mongodb/mongod/journal',
  'node_modules/koa/package.json',
  'test/unit/container/build-context.test.ts',
  'tools/dev/stack.ts',
  'npm-debug.log',
  'docs/images/inbox.png',
])('[container.complete] %s stays out of the image', (path) => {
  expect(included(path)).toBe(false);
});
