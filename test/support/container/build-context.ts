import { cpSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import ignore from '@balena/dockerignore';

/** Whether `docker build` sends a path, relative to the root, to the builder. */
export function isInContext(root: string): (path: string) => boolean {
  const ignored = ignore.default().add(readFileSync(join(root, '.dockerignore'), 'utf8'));
  return (path) => !ignored.ignores(path);
}

/** Copies what `docker build` would send to the builder. */
export function copyContext(root: string, target: string): void {
  const included = isInContext(root);
  // A folder that is left out is not looked into: .dockerignore takes nothing in such a folder back.
  cpSync(root, target, {
    recursive: true,
    filter: (source) => source === root || included(relative(root, source)),
  });
}
