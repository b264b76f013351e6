import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { allAttacks } from '#tools/attack/attacks/all-attacks.ts';
import { collectCitations } from '../../requirements/citations.ts';
import { requirements } from '../../requirements/requirements.ts';

/** Rows of the tables of controls: attack, control, requirements, attacks on a started stack. */
const rows = readFileSync(join(import.meta.dirname, '../../../docs/security.md'), 'utf8')
  .split('\n')
  .map((line) => line.split(/(?<!\\)\|/).map((cell) => cell.trim()))
  .filter((cells) => cells.length === 6 && !/^(?:-+|Attack)$/.test(cells[1] ?? ''))
  .map(([, attack = '', , ids = '', attacks = '']) => ({
    attack,
    ids: codeIn(ids),
    attacks: codeIn(attacks),
  }));

function codeIn(cell: string): string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);
}

const cited = new Set(collectCitations().map(({ id }) => id));
const known = new Set(requirements.map(({ id }) => id));

it('the threat model is found', () => {
  expect(rows.length).toBeGreaterThan(20);
});

it.each(rows)('the control against "$attack" is stated by requirements that tests cite', ({ ids }) => {
  expect(ids).not.toEqual([]);
  expect(ids.filter((id) => !known.has(id) || !cited.has(id))).toEqual([]);
});

it('every attack on a started stack is in the threat model, under its name', () => {
  const named = rows.flatMap(({ attacks }) => attacks);
  const made = Object.values(allAttacks).flatMap((attacks) => attacks.map(({ name }) => name));
  expect(named.toSorted()).toEqual(made.toSorted());
});
