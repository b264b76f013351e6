/** Holds the manifest and the tests together; the check itself is tested with made-up inputs. */

import { describe, expect, it } from 'vitest';

import { findProblems } from './check.ts';
import { collectCitations } from './citations.ts';
import { requirements } from './requirements.ts';

import type { Requirement } from './requirement.ts';

const requirement = (id: string): Requirement => ({ id, behaviour: 'It holds.' });

const citation = (id: string) => ({ id, file: 'test/unit/some.test.ts' });

describe('the requirements', () => {
  it('have unique, well-formed ids, and every one is cited', () => {
    expect(findProblems(requirements, collectCitations())).toEqual([]);
  });

  it('say their behaviour in one sentence on one line', () => {
    for (const { behaviour } of requirements) expect(behaviour).toMatch(/^[^\n]{10,}\.$/);
  });
});

describe('the check', () => {
  it('finds nothing where every requirement is cited', () => {
    expect(findProblems([requirement('a.b')], [citation('a.b')])).toEqual([]);
  });

  it('finds a requirement that no test cites', () => {
    expect(findProblems([requirement('a.b'), requirement('a.c')], [citation('a.b')])).toEqual([
      'No test cites "a.c": It holds.',
    ]);
  });

  it('finds a cited id that is no requirement', () => {
    expect(findProblems([requirement('a.b')], [citation('a.b'), citation('a.x')])).toEqual([
      'test/unit/some.test.ts cites "a.x", which is no requirement.',
    ]);
  });

  it('finds an id that stands twice', () => {
    expect(findProblems([requirement('a.b'), requirement('a.b')], [citation('a.b')])).toEqual([
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
    expect(findProblems([requirement(id)], [citation(id)])).toEqual([`The id "${id}" is malformed.`]);
  });
});
