/** Holds the manifest and the tests together; the check itself is tested with made-up inputs. */

import { describe, expect, it } from 'vitest';

import { findProblems } from './check.ts';
import { collectCitations } from './citations.ts';
import { doneIssues } from './done.ts';
import { requirements } from './index.ts';

import type { Requirement } from './requirement.ts';

const requirement = (id: string, issue: Requirement['issue'] = 3): Requirement => ({
  id,
  source: 'contract.md 1',
  issue,
  behaviour: 'It holds.',
});

const citation = (id: string) => ({ id, file: 'test/unit/some.test.ts' });

describe('the requirements', () => {
  it('have unique, well-formed ids, are cited by known ids, and all of a done issue are cited', () => {
    expect(findProblems(requirements, collectCitations(), doneIssues)).toEqual([]);
  });

  it('say their behaviour in one sentence on one line', () => {
    for (const { behaviour } of requirements) expect(behaviour).toMatch(/^[^\n]{10,}\.$/);
  });
});

describe('the check', () => {
  it('finds nothing where every requirement of a done issue is cited', () => {
    expect(findProblems([requirement('a.b'), requirement('c.d', 4)], [citation('a.b')], [3])).toEqual([]);
  });

  it('finds a requirement of a done issue that no test cites', () => {
    expect(findProblems([requirement('a.b'), requirement('a.c')], [citation('a.b')], [3])).toEqual([
      'Issue 3 is done, but no test cites "a.c": It holds.',
    ]);
  });

  it('leaves the requirements of an open issue alone', () => {
    expect(findProblems([requirement('a.b', 4)], [], [3])).toEqual([]);
  });

  it('finds a cited id that is no requirement, whatever is done', () => {
    expect(findProblems([requirement('a.b')], [citation('a.x')], [])).toEqual([
      'test/unit/some.test.ts cites "a.x", which is no requirement.',
    ]);
  });

  it('finds an id that stands twice', () => {
    expect(findProblems([requirement('a.b'), requirement('a.b', 4)], [], [])).toEqual([
      'The id "a.b" stands twice in the manifest.',
    ]);
  });

  it.each([
    'thread',
    'Thread.list',
    'thread..list',
    'thread.list-',
    'thread.-list',
    '1a.b',
    'a.b c',
    'a_b.c',
    '',
  ])('finds the malformed id "%s"', (id) => {
    expect(findProblems([requirement(id)], [], [])).toEqual([`The id "${id}" is malformed.`]);
  });
});
