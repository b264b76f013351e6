import type { PaymentRail } from '#contract/payment-rail.ts';

/**
 * Payment rails by which an institution is reached, from its country and its known memberships. Nothing is guessed: if
 * the membership is unknown, only rails are listed that every institution of the kind has by law or because of the code
 * itself.
 */

/** Countries whose currency is the euro, and that are bound by European law. */
const euroArea = new Set('AT BE BG CY DE EE ES FI FR GR HR IE IT LT LU LV MT NL PT SI SK'.split(' '));

/**
 * Institutions with euro accounts must be reachable for SEPA credit transfers and direct debits (Regulation (EU)
 * 260/2012, article 3), and since January 2025 for instant ones (Regulation (EU) 2024/886). Outside the euro area,
 * participation in the schemes is voluntary.
 */
const euroRails: readonly PaymentRail[] = ['sepa_credit_transfer', 'sepa_direct_debit', 'sepa_instant'];

/** Rails of an institution that has accounts with IBANs of the country. */
export function ibanRails(country: string, bic: string): PaymentRail[] {
  return [...(euroArea.has(country) ? euroRails : []), ...bicRails(bic)];
}

/** `swift`, unless the BIC says that it is not on the network (ISO 9362: `1` in the eighth place). */
export function bicRails(bic: string): PaymentRail[] {
  return bic.length >= 8 && bic[7] !== '1' ? ['swift'] : [];
}

/**
 * Rails of a bank with an IFSC, which is assigned for NEFT. `members` are the systems in which the National Payments
 * Corporation lists it, separated by commas.
 */
export function ifscRails(members: string): PaymentRail[] {
  return ['neft', ...(members === '' ? [] : (members.split(',') as PaymentRail[]))];
}

/**
 * Institutions with a routing number take part in the ACH network. For wires, the number must also be listed for
 * Fedwire.
 */
export function routingNumberRails(isFedwire: boolean): PaymentRail[] {
  return isFedwire ? ['ach', 'wire'] : ['ach'];
}
