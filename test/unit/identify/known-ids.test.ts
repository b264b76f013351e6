import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { listBanks } from '#identify/banks.ts';
import { idOf } from '#identify/to-bank.ts';
import { answerTo, data } from './ask.ts';

/** Ids that clients may have stored: all American ones of before the directory of 2018, and one in ten of the others. */
const known = readFileSync(new URL('./known-ids.txt', import.meta.url), 'utf8')
  .trim()
  .split('\n');

it('[identify.institution.id] institutions keep the ids that they had', () => {
  const ids = new Set([...data.institution.rows()].map(idOf));
  expect(known.length).toBeGreaterThan(3000);
  const isReplaced = (id: string) => data.replaced_id.find(id) !== undefined;
  expect(known.filter((id) => !ids.has(id) && !isReplaced(id))).toEqual([]);
  expect(known.filter((id) => !ids.has(id)).length).toBeLessThan(20);
});

it('[identify.institution.previous-ids] a replaced id leads to every institution that had it, and these tell it', async () => {
  for (const { id, now } of data.replaced_id.rows()) {
    const current = new Set([...now.split(','), ...(data.bank.find(id) === undefined ? [] : [id])]);
    const { items } = await listBanks(data, { id }, 1000);
    expect(new Set(items.map((bank) => bank.id))).toEqual(current);
    expect(items.every((bank) => bank.id === id || bank.previous_ids?.includes(id))).toBe(true);
  }
  expect((await listBanks(data, { id: 'de_bic_deutdeff' }, 10)).items.map(({ id }) => id)).toEqual([
    'de_bic_deutdeff',
  ]);
  expect((await listBanks(data, { id: 'de_bic_nobodyff' }, 10)).items).toEqual([]);
});

it('[identify.institution.id] every routing number of the hand-kept table leads to one of them', () => {
  const ids = new Set(known);
  for (const { routing_number } of data.routing_number.rows()) {
    expect(ids).toContain(answerTo({ routing_number }).institution?.id);
  }
});
