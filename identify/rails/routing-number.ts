import type { InstitutionRow } from '#contract/directory.ts';
import type { DataSource, Institution } from '#contract/identify.ts';
import { comparableName } from '../american-name.ts';
import type { IdentifyData } from '../data/tables.ts';
import { firstRow, matchRow } from '../directory-match.ts';
import { toInstitution } from '../institution.ts';
import { routingNumberRails } from '../payment-rails.ts';
import type { Match } from '../match.ts';
import { defineRail, type Sources } from '../rail.ts';
import { wrongDigits } from '../reference-faults.ts';

const weights = [3, 7, 1, 3, 7, 1, 3, 7, 1];
/**
 * Routing numbers of the American Bankers Association: nine digits, the last of which is a check digit with the weights
 * 3, 7, 1. The first two are those of the government, a Federal Reserve district (01 to 12, plus 20 for thrifts and 60
 * for electronic transactions) or traveler's cheques. Any other number belongs to nobody.
 *
 * An imported directory takes precedence over the hand-kept table, and that over the directory of 2018. A number that
 * was replaced resolves to the holder of its replacement.
 */
export const routingNumber = defineRail({
  rail: 'routing_number',
  parse: (request) => {
    const value = request.routing_number ?? '';
    return wrongDigits('routing_number', value, [9]) ?? { value, country: 'US' };
  },
  directoryKeys: ({ value }, data) => {
    const replacement = data.fedach.find(value)?.replaced_by ?? '';
    return [value, ...(replacement === '' ? [] : [replacement])].map(keyOf);
  },
  checkDigits: ({ value }) => hasRightCheckDigit(value),
  resolve: ({ value }, sources) =>
    (hasDistrict(value) ? (known(value, sources) ?? replaced(value, sources)) : undefined) ?? {
      result: 'not_found',
      reason: 'unknown_institution',
    },
  // The length of the field for it in an ACH entry (Nacha operating rules, DFI account number).
  checkAccount: (_, number) => ({ number, valid: number.length <= 17, check: 'length' }),
});

/**
 * The match for a row of an imported FedACH. The institution keeps the id that the hand-kept table gives to the number, or
 * the directory of 2018 if the name is still the same. Under another name, the number may have changed hands.
 */
export function matchParticipant(row: InstitutionRow, data: IdentifyData): Match {
  const listed = data.fedach.find(row.key);
  const isSame = listed !== undefined && comparableName(listed.name) === comparableName(row.name);
  const kept = data.routing_number.find(row.key) ?? (isSame ? keptHolder(listed, data) : undefined);
  const bic = row.bic ?? kept?.bic ?? (isSame ? listed.bic : '');
  const code = kept?.institution ?? (isSame ? listed.institution : row.key);
  const wire = data.routing_number.find(row.key)?.wire ?? listed?.wire;
  return matchRow({ ...row, bic }, 'aba', code, routingNumberRails(wire === 'yes'));
}

function keyOf(key: string) {
  return { directory: 'fedach' as const, key };
}

/** The holder of a number that has not been replaced. */
function known(number: string, { data, rows }: Sources): Match | undefined {
  const row = firstRow(rows, [keyOf(number)]);
  if (row !== undefined) return matchParticipant(row, data);
  const kept = data.routing_number.find(number);
  if (kept !== undefined) {
    const source = data.routing_number.sourceOf(kept);
    return matchOf(kept, kept.wire, source);
  }
  const listed = data.fedach.find(number);
  if (listed === undefined || listed.replaced_by !== '') return undefined;
  // All numbers of an institution have the name that the first of them has.
  const holder = keptHolder(listed, data) ?? data.fedach.find(listed.institution) ?? listed;
  const { city, state, wire } = listed;
  const branch = { city, ...(state === '' ? {} : { state }) };
  const note = 'The directory is of December 2018: the institution may have been renamed or merged since.';
  return { ...matchOf(holder, wire, data.fedach.sourceOf(listed), branch), note };
}

/** The holder of the number's replacement. One step is enough, because the table stores no chains. */
function replaced(number: string, sources: Sources): Match | undefined {
  const replacement = sources.data.fedach.find(number)?.replaced_by ?? '';
  const match = known(replacement, sources);
  return match && { ...match, note: `The number was replaced by ${replacement} before December 2018.` };
}

/** The hand-kept row of the institution that a number of 2018 belongs to. */
function keptHolder({ institution }: { institution: string }, data: IdentifyData) {
  return data.routing_number.find(institution);
}

function matchOf(
  { name, bic, institution, type }: Record<'name' | 'bic' | 'institution' | 'type', string>,
  wire: string,
  source: DataSource,
  branch?: Institution['branch'],
): Match {
  return {
    institution: toInstitution({
      country: 'US',
      name,
      bic,
      scheme: 'aba',
      code: institution,
      type,
      ...(branch === undefined ? {} : { branch }),
    }),
    country: 'US',
    rails: routingNumberRails(wire === 'yes'),
    confidence: 'exact',
    source,
  };
}

/** Whether the last of nine digits is the check digit of the others. */
export function hasRightCheckDigit(value: string): boolean {
  return weights.reduce((sum, weight, index) => sum + weight * Number(value[index]), 0) % 10 === 0;
}

function hasDistrict(value: string): boolean {
  const prefix = Number(value.slice(0, 2));
  const district = prefix % 20;
  return (
    prefix === 0 ||
    prefix === 80 ||
    ([0, 20, 60].includes(prefix - district) && district >= 1 && district <= 12)
  );
}
