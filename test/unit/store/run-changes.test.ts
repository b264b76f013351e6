import { expect, it } from 'vitest';
import { openingChanges, stepChanges } from '#store/ledger.ts';

const run = { _id: 'run', workspace_id: 'w', hold: 5 };
const turn = { amount: 3, reason: 'turn' as const };

it('a run that is opened holds what was reserved under its id, and no entry is made of it', () => {
  expect(openingChanges(run)).toEqual([
    {
      _id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      workspace_id: 'w',
      delta: 0,
      held: 5,
      entries: [],
      reservation: 'run',
      unbooked: true,
    },
  ]);
});

it.each([{ hold: 0 }, { hold: undefined }])(
  'a run that holds nothing (%o) changes nothing by it',
  ({ hold }) => {
    const free = { _id: 'run', workspace_id: 'w', ...(hold === undefined ? {} : { hold }) };
    expect(openingChanges(free)).toEqual([]);
    expect(stepChanges(free, { ends: true })).toEqual([]);
  },
);

it.each([
  ['charges', { charge: turn, ends: false }, { delta: -3, deltas: [-3], held: undefined }],
  ['ends', { ends: true }, { delta: 0, deltas: [], held: -5 }],
  ['charges and ends', { charge: turn, ends: true }, { delta: -3, deltas: [-3], held: -5 }],
  [
    'charges nothing and ends',
    { charge: { ...turn, amount: 0 }, ends: true },
    { delta: 0, deltas: [], held: -5 },
  ],
])('a step that %s is one change', (_, step, expected) => {
  const changes = stepChanges(run, step);
  expect(
    changes.map(({ delta, entries, held }) => ({ delta, deltas: entries.map((entry) => entry.delta), held })),
  ).toEqual([expected]);
  for (const { entries } of changes) {
    for (const { ref, reason } of entries) expect([ref, reason]).toEqual(['run', 'turn']);
  }
});

it('a step that neither charges nor ends changes nothing', () => {
  expect(stepChanges(run, { ends: false })).toEqual([]);
  expect(stepChanges(run, { charge: { ...turn, amount: 0 }, ends: false })).toEqual([]);
});
