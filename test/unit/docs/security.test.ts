import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { allAttacks } from '#tools/attack/attacks/all-attacks.ts';
import { collectCitations } from '../../requirements/citations.ts';
import { requirements } from '../../requirements/requirements.ts';

const root = join(import.meta.dirname, '../../..');

/** The threat model by areas: what might be attempted, and what stops it. */
const ThreatModel = z.record(
  z.string(),
  z.array(
    z.strictObject({
      attack: z.string(),
      control: z.string(),
      requirements: z.array(z.string()).min(1),
      /** Attacks on a started stack. */
      made: z.array(z.string()).default([]),
    }),
  ),
);

const threats = Object.values(
  ThreatModel.parse(parse(readFileSync(join(root, 'tools/attack/threats.yaml'), 'utf8'))),
).flat();

const cited = new Set(collectCitations().map(({ id }) => id));
const known = new Set(requirements.map(({ id }) => id));

it('the threat model is found', () => {
  expect(threats.length).toBeGreaterThan(20);
});

it.each(threats)('the control against "$attack" is stated by requirements that tests cite', (threat) => {
  expect(threat.requirements.filter((id) => !known.has(id) || !cited.has(id))).toEqual([]);
});

it('every attack on a started stack is in the threat model, under its name', () => {
  const named = threats.flatMap(({ made }) => made);
  const made = Object.values(allAttacks).flatMap((attacks) => attacks.map(({ name }) => name));
  expect(named.toSorted()).toEqual(made.toSorted());
});
