import { expect, it } from 'vitest';
import type { Agent } from '#console/api/schema.ts';
import { usersOf } from '#console/pages/patches/users-of.ts';
import { differingParts, partsOf } from '#console/pages/versions/parts.ts';
import { bodyOf } from '#console/pages/webhooks/body-of.ts';
import { lineRows, shownRows } from '#console/ui/line-rows.ts';

it('[console.manage] texts of a definition are parts of their own, and only what differs is compared', () => {
  const definition = { key: 'pay', instructions: 'One.\nTwo.', limits: { max_turns: 3 } };
  const parts = partsOf(definition, { instructions: 'Instructions', missing: 'Missing' });
  expect(parts).toEqual([
    { label: 'Instructions', text: 'One.\nTwo.', kind: 'prose' },
    {
      label: 'Everything else',
      text: JSON.stringify({ key: 'pay', limits: { max_turns: 3 } }, null, 2),
      kind: 'json',
    },
  ]);
  const changed = partsOf({ ...definition, instructions: 'One.\n2.' }, { instructions: 'Instructions' });
  expect(differingParts(parts, changed)).toEqual([
    { label: 'Instructions', left: 'One.\nTwo.', right: 'One.\n2.' },
  ]);
  expect(differingParts(parts, parts)).toEqual([]);
});

it('lines that were replaced stand beside those that replace them, and long stretches of equal ones are left out', () => {
  const same = Array.from({ length: 20 }, (_, index) => `line ${index}`);
  const rows = lineRows([...same, 'old', 'tail'].join('\n'), [...same, 'new', 'newer', 'tail'].join('\n'));
  expect(rows.slice(20)).toEqual([
    { left: 'old', right: 'new', same: false },
    { right: 'newer', same: false },
    { left: 'tail', right: 'tail', same: true },
  ]);
  const shown = shownRows(rows);
  expect(shown[0]).toEqual({ skipped: 17 });
  expect(shown).toHaveLength(1 + 3 + 3);
});

it('texts of the largest size that have nothing in common are compared as replaced, from the first difference to the last', () => {
  const text = (mark: string) => Array.from({ length: 40_000 }, (_, index) => mark + (index % 7)).join('\n');
  const rows = lineRows(`same\n${text('a')}\nend`, `same\n${text('b')}\nend`);
  expect(rows).toHaveLength(40_002);
  expect(rows.filter(({ same }) => same)).toEqual([
    { left: 'same', right: 'same', same: true },
    { left: 'end', right: 'end', same: true },
  ]);
});

it('[console.manage] a patch is used by the agents whose newest version in use has it', () => {
  const agent = (key: string, version: number, refs: string[], archived = false) =>
    ({
      key,
      name: key,
      version,
      patches: refs.map((ref) => ({ ref })),
      ...(archived && { archived_at: '2026-11-21T02:44:29.690Z' }),
    }) as unknown as Agent;
  const agents = [
    agent('b', 1, ['pay@1']),
    agent('b', 2, ['pay@3', 'look@1']),
    agent('a', 1, ['pay@2']),
    agent('c', 1, ['pay@1']),
    agent('c', 2, ['look@1']),
    agent('d', 1, ['pay@1'], true),
    agent('e', 1, ['payment@1']),
  ];
  expect(usersOf('pay', agents).map(({ agent, version }) => [agent.key, version])).toEqual([
    ['a', 2],
    ['b', 3],
  ]);
});

it('a body of a delivery is shown as JSON if it is, and otherwise as text without anything invisible', () => {
  expect(bodyOf({ body: '{"a":1}' })).toEqual({ json: { a: 1 } });
  expect(bodyOf({ body: 'no\u202E' })).toEqual({ text: 'no[U+202E]' });
  for (const body of ['{"id":2512292042121000001}', '{"a":1,"a":2}'])
    expect(bodyOf({ body })).toEqual({ text: body });
});
