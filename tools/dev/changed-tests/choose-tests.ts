import { dirname } from 'node:path';
import { findImports } from '../imports/find-imports.ts';
import type { Sources } from '../imports/read-sources.ts';
import { targetOf } from '../imports/target-of.ts';

/** Run for a change of the service that no test of the service is named after. */
const conversation = 'test/integration/conversation.test.ts';

/**
 * The tests of the first tier that a change touches:
 *
 * - those that changed,
 * - those without servers that import what changed, however far away,
 * - of those that start the service, which imports everything, the ones that import what changed themselves, and the
 *   ones that are named after its folder or file, such as `test/integration/webhooks/` for `store/webhooks/`. If there
 *   is none, a conversation.
 *
 * @param changed paths of the files that changed, from the root of the repository
 * @returns paths in alphabetical order
 */
export function chooseTests({ sources, aliases }: Sources, changed: readonly string[]): string[] {
  const importers = new Map<string, string[]>();
  for (const [path, text] of sources) {
    for (const { specifier } of findImports(path, text)) {
      const target = targetOf(path, specifier, aliases);
      if (target !== undefined) importers.set(target, [...(importers.get(target) ?? []), path]);
    }
  }
  const near = new Set([...changed, ...changed.flatMap((path) => importers.get(path) ?? [])]);
  const touched = new Set(changed);
  for (const path of touched) for (const importer of importers.get(path) ?? []) touched.add(importer);
  const words = new Set(changed.flatMap(subjectsOf));
  const isNamed = (path: string) => subjectsOf(path).some((word) => words.has(word));

  const tests = [...touched].filter((path) => path.endsWith('.test.ts') && sources.has(path));
  const ofService = tests.filter(startsService);
  const chosen = [
    ...tests.filter(needsNoServer),
    ...ofService.filter((path) => near.has(path) || isNamed(path)),
  ];
  if (ofService.length > 0 && !chosen.some(startsService) && sources.has(conversation))
    chosen.push(conversation);
  return chosen.toSorted();
}

const startsService = (path: string): boolean => /^test\/(api|integration)\//.test(path);
const needsNoServer = (path: string): boolean => /^test\/(unit|requirements|simulation|replay)\//.test(path);

/** Folders that say where in the service a file is, not what it is about. */
const places = new Set(
  'test api integration engine rules steps ports store mongo contract http routes adapters activities'.split(
    ' ',
  ),
);

/** The subjects of a path: the names of its folders and of its file. */
function subjectsOf(path: string): string[] {
  const file = path.slice(dirname(path).length + 1).replace(/(\.test)?\.\w+$/, '');
  return [...dirname(path).split('/'), file].filter((word) => word !== '.' && !places.has(word));
}
