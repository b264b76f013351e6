import { expect, it } from 'vitest';

import { report } from './report.ts';

import type { Requirement } from './requirement.ts';

const source = 'contract.md 1';
const requirements: Requirement[] = [
  { id: 'c.d', source, issue: 4, behaviour: 'Another holds.' },
  { id: 'a.b', source, issue: 3, behaviour: 'One holds.' },
  { id: 'a.c', source, issue: 3, behaviour: 'Two hold.' },
];
const citations = [{ id: 'a.b', file: 'test/unit/x.test.ts' }];

it('counts per issue and lists what is left', () => {
  expect(report(requirements, citations)).toEqual([
    'Issue 3: 1 of 2 cited',
    '  - a.c: Two hold.',
    'Issue 4: 0 of 1 cited',
    '  - c.d: Another holds.',
  ]);
});

it('lists everything, or one issue', () => {
  expect(report(requirements, citations, { issue: 3, all: true })).toEqual([
    'Issue 3: 1 of 2 cited',
    '  + a.b: One holds.',
    '  - a.c: Two hold.',
  ]);
  expect(report(requirements, citations, { issue: 99 })).toEqual([]);
});
