import type { PaymentRail } from '#contract/payment-rail.ts';

/** Countries of SEPA in which an institution decides itself whether it joins a scheme. */
const joinsSepaByChoice = new Set('AL CH GB GG IM JE MD ME MK RS'.split(' '));
/** Countries of SEPA in which a law demands transfers, but neither direct debits nor instant ones of every institution. */
const transfersOnly = new Set('AD CZ DK HU IS LI MC NO PL RO SE SM VA'.split(' '));
const sepa: readonly PaymentRail[] = ['sepa_credit_transfer', 'sepa_direct_debit', 'sepa_instant'];
const british: readonly PaymentRail[] = ['bacs', 'faster_payments', 'chaps'];

/**
 * Payment rails on which an institution of a country may be reachable, though no list says so: those that are open to it, without
 * the ones on which it is known to be. Institutions without a known BIC may be reached by SWIFT under one.
 */
export function unknownRails(
  country: string,
  known: readonly PaymentRail[],
  bic: string | undefined,
): PaymentRail[] {
  const open: readonly PaymentRail[] = [
    ...(bic === undefined ? (['swift'] as const) : []),
    ...(joinsSepaByChoice.has(country) || transfersOnly.has(country) ? sepa : []),
    ...(country === 'GB' ? british : []),
  ];
  return open.filter((rail) => !known.includes(rail));
}
