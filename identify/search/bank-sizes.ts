import { yieldToOthers } from '#engine/event-loop/yield-to-others.ts';
import type { IdentifyData } from '../data/tables.ts';
import { bicId, idOfBic } from '../known-bank.ts';

/** How many rows are counted before others have their turn: a few milliseconds of work. */
const rowsAtOnce = 500;
/** More codes than this make no bank larger. */
const mostCodes = 8191;
/** The greatest size there is. */
export const largestSize = 2 * mostCodes + 1;

/** A size that compares the largest banks with each other, and puts them before all others. */
export function sizeOf(codes: number, isLarge: boolean): number {
  return Math.min(codes, mostCodes) + (isLarge ? mostCodes + 1 : 0);
}

/**
 * How large institutions are, by their ids: the number of their codes in all tables, which are bank codes, BICs, routing numbers and
 * Indian branches. Banks that have more branches have more of them, so larger ones come first in a search.
 */
export async function sizesOfBanks(data: IdentifyData): Promise<ReadonlyMap<string, number>> {
  const sizes = new Map<string, number>();
  const add = (id: string, count: number) => sizes.set(id, (sizes.get(id) ?? 0) + count);
  let counted = 0;
  for (const [id, count] of codesOf(data)) {
    add(id, count);
    counted += 1;
    if (counted % rowsAtOnce === 0) await yieldToOthers();
  }
  return sizes;
}

function* codesOf(data: IdentifyData): Generator<readonly [id: string, count: number]> {
  for (const { institution, bic } of data.iban_bank.rows()) {
    yield [institution === '' ? bicId(bic) : institution, 1];
  }
  for (const { bic, institution, others } of data.bic.rows()) {
    if (others === '') yield [institution === '' ? bicId(bic) : institution, 1];
  }
  const american = new Map<string, string>();
  for (const { routing_number, institution, bic } of data.routing_number.rows()) {
    const id = american.get(institution) ?? (bic === '' ? `us_aba_${institution}` : idOfBic(bic, data));
    if (routing_number === institution) american.set(institution, id);
    yield [id, 1];
  }
  for (const { institution, bic, replaced_by } of data.fedach.rows()) {
    const id = american.get(institution) ?? (bic === '' ? `us_aba_${institution}` : idOfBic(bic, data));
    if (replaced_by === '') yield [id, 1];
  }
  for (const { from, to } of data.ifsc_branch_range.rows()) {
    yield [`in_ifsc_${from.slice(0, 4).toLowerCase()}`, Number(to.slice(5)) - Number(from.slice(5)) + 1];
  }
}
