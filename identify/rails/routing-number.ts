import { firstRow, matchRow } from '../directory-match.ts';
import { toInstitution } from '../institution.ts';
import { normalize } from '../normalize.ts';
import { routingNumberRails } from '../payment-rails.ts';
import { defineRail, malformed, type Reference } from '../rail.ts';

const weights = [3, 7, 1, 3, 7, 1, 3, 7, 1];
const keyOf = ({ value }: Reference) => ({ directory: 'fedach' as const, key: value });

/**
 * Routing numbers of the American Bankers Association: nine digits, the last of which is a check digit with the weights
 * 3, 7, 1. The first two are those of the government, a Federal Reserve district (01 to 12, plus 20 for thrifts and 60
 * for electronic transactions) or traveler's cheques. Any other number belongs to nobody.
 */
export const routingNumber = defineRail({
  rail: 'routing_number',
  parse: (request) => {
    const value = normalize(request.routing_number ?? '');
    return /^\d{9}$/.test(value)
      ? { value, country: 'US' }
      : malformed('routing_number', 'must be nine digits');
  },
  directoryKeys: (reference) => [keyOf(reference)],
  checkDigits: ({ value }) => hasRightCheckDigit(value),
  resolve: (reference, { data, rows }) => {
    const { value } = reference;
    if (!hasDistrict(value)) return { result: 'not_found', reason: 'unknown_institution' };
    const known = data.routing_number.find(value);
    const row = firstRow(rows, [keyOf(reference)]);
    if (row !== undefined) {
      // An institution that the built-in table knows keeps its id.
      const bic = row.bic ?? known?.bic ?? '';
      const isFedwire = known?.wire === 'yes';
      return matchRow({ ...row, bic }, 'aba', known?.institution ?? value, routingNumberRails(isFedwire));
    }
    if (known === undefined) return { result: 'not_found', reason: 'unknown_institution' };
    const { name, bic, institution, type, wire } = known;
    return {
      institution: toInstitution({
        country: 'US',
        name,
        bic,
        scheme: 'aba',
        code: institution,
        type,
      }),
      country: 'US',
      rails: routingNumberRails(wire === 'yes'),
      confidence: 'exact',
      source: data.routing_number.sourceOf(known),
    };
  },
  // The length of the field for it in an ACH entry (Nacha operating rules, DFI account number).
  checkAccount: (_, number) => ({ number, valid: number.length <= 17, check: 'length' }),
});

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
