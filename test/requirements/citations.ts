/**
 * Which requirements the tests cite. A test cites a requirement by its id in square brackets in the title, written
 * literally: `it('[thread.list.capped-at-30] …', …)`. Several are adjacent: `[a.b] [c.d] title`.
 */

import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { type Citation, isRequirementId } from './check.ts';
import { testTitles } from './test-titles.ts';

const testDirectory = join(import.meta.dirname, '..');
const bracketed = /\[([^\]]*)\]/g;

/**
 * The ids that a title cites. Brackets at the start of a title are always ids, even malformed ones. Brackets further on
 * may be prose, and count only if they contain something that looks like an id.
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

/** The citations of every test, except those of this directory, which test the manifest itself. */
export function collectCitations(directory = testDirectory): Citation[] {
  return globSync('**/*.test.ts', { cwd: directory, exclude: ['requirements/**'] })
    .toSorted()
    .flatMap((file) => citationsIn(readFileSync(join(directory, file), 'utf8'), join('test', file)));
}
