import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { idOf } from '#identify/to-bank.ts';
import { answerTo, data } from './ask.ts';

/** Ids that clients may have stored: all American ones of before the directory of 2018, and one in ten of the others. */
const known = readFileSync(new URL('./known-ids.txt', import.meta.url), 'utf8')
  .trim()
  .split('\n');

it('[identify.institution.id] institutions keep the ids that they had', () => {
  const ids = new Set([...data.institution.rows()].map(idOf));
  expect(known.length).toBeGreaterThan(3000);
  expect(known.filter((id) => !ids.has(id))).toEqual([]);
});

it('[identify.institution.id] every routing number of the hand-kept table leads to one of them', () => {
  const ids = new Set(known);
  for (const { routing_number } of data.routing_number.rows()) {
    expect(ids).toContain(answerTo({ routing_number }).institution?.id);
  }
});
