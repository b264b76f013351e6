import { expect, it } from 'vitest';

import { report } from './report.ts';

import type { Requirement } from './requirement.ts';

const requirements: Requirement[] = [
  { id: 'c.d', behaviour: 'Another holds.' },
  { id: 'a.b', behaviour: 'One holds.' },
  { id: 'a.c', behaviour: 'Two hold.' },
];
const citations = [{ id: 'a.b', file: 'test/unit/x.test.ts' }];

it('counts by area and lists what is left', () => {
  expect(report(requirements, citations)).toEqual([
    'a: 1 of 2 cited',
    '  - a.c: Two hold.',
    'c: 0 of 1 cited',
    '  - c.d: Another holds.',
  ]);
});

it('lists everything, or one area', () => {
  expect(report(requirements, citations, { area: 'a', all: true })).toEqual([
    'a: 1 of 2 cited',
    '  + a.b: One holds.',
    '  - a.c: Two hold.',
  ]);
  expect(report(requirements, citations, { area: 'x' })).toEqual([]);
});
