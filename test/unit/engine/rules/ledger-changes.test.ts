import { expect, it } from 'vitest';
import { ledgerChanges, openingChanges } from '#engine/rules/ledger-changes.ts';

const run = { _id: 'run', workspace_id: 'w', hold: 5 };
const turn = { amount: 3, reason: 'turn' as const };
const patch = { amount: 2, reason: 'patch' as const };
let ids = 0;
const context = { now: new Date(0), newId: () => `id-${(ids += 1)}` };

it('a run that is opened holds what was reserved under its id, and no entry is made of it', () => {
  expect(openingChanges(run, context)).toEqual([
    {
      _id: expect.stringMatching(/^id-/),
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
    expect(openingChanges(free, context)).toEqual([]);
    expect(ledgerChanges(free, [], { ends: true }, context)).toEqual([]);
  },
);

it.each([
  ['charges', [turn], false, { delta: -3, deltas: [-3], held: undefined }],
  ['charges twice', [turn, patch], false, { delta: -5, deltas: [-3, -2], held: undefined }],
  ['ends', [], true, { delta: 0, deltas: [], held: -5 }],
  ['charges and ends', [turn], true, { delta: -3, deltas: [-3], held: -5 }],
])('a step that %s is one change', (_, charges, ends, expected) => {
  const changes = ledgerChanges(run, charges, { ends }, context);
  expect(
    changes.map(({ delta, entries, held }) => ({ delta, deltas: entries.map((entry) => entry.delta), held })),
  ).toEqual([expected]);
  for (const { entries } of changes) {
    expect(entries.map(({ ref, reason }) => [ref, reason])).toEqual(
      charges.map(({ reason }) => ['run', reason]),
    );
  }
});

it('a step that neither charges nor ends changes nothing', () => {
  expect(ledgerChanges(run, [], { ends: false }, context)).toEqual([]);
});
