/**
 * Which requirements the tests cite. A test cites a requirement by its id in square brackets in the title, written
 * out and not computed: `it('[thread.list.capped-at-30] …', …)`. Several may stand side by side: `[a.b] [c.d] title`.
 */

import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { type Citation, isRequirementId } from './check.ts';
import { testTitles } from './test-titles.ts';

const testDirectory = join(import.meta.dirname, '..');
const bracketed = /\[([^\]]*)\]/g;

/**
 * The ids that a title cites. What the title begins with in brackets is meant as an id, well formed or not; brackets
 * further on may be prose, and count only when they hold what looks like an id.
 */
export function citedIds(title: string): string[] {
  const [lead = ''] = /^\s*(?:\[[^\]]*\]\s*)*/.exec(title) ?? [];
  const inBrackets = (text: string) => [...text.matchAll(bracketed)].map(([, id = '']) => id);
  return [...inBrackets(lead), ...inBrackets(title.slice(lead.length)).filter(isRequirementId)];
}

/** The citations of one test file. */
export function citationsIn(source: string, file: string): Citation[] {
  return testTitles(source, file).flatMap((title) => citedIds(title).map((id) => ({ id, file })));
}

/** The citations of every test, those of this folder left out: they test the manifest itself. */
export function collectCitations(directory = testDirectory): Citation[] {
  return globSync('**/*.test.ts', { cwd: directory, exclude: ['requirements/**'] })
    .toSorted()
    .flatMap((file) => citationsIn(readFileSync(join(directory, file), 'utf8'), join('test', file)));
}
