/** Every requirement of the service: each YAML file beside this one lists those of an area, `id: behaviour`. */

import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { parse } from 'yaml';

import type { Requirement } from './requirement.ts';

/** All requirements; `coverage.test.ts` holds their ids unique and well formed. */
export const requirements: readonly Requirement[] = globSync('*.yaml', { cwd: import.meta.dirname })
  .toSorted()
  .flatMap((file) => {
    const area = parse(readFileSync(join(import.meta.dirname, file), 'utf8')) as Record<string, string>;
    return Object.entries(area).map(([id, behaviour]) => ({ id, behaviour }));
  });
