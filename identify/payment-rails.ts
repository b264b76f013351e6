import { type PaymentRail, paymentRails } from '#contract/payment-rail.ts';

/**
 * Payment rails by which an institution is reached, from its country and its known memberships. Nothing is guessed: if
 * the membership is unknown, only rails are listed that every institution of the kind has by law or because of the code
 * itself.
 */

/** Countries whose currency is the euro, and that are bound by European law. */
export const euroArea = new Set('AT BE BG CY DE EE ES FI FR GR HR IE IT LT LU LV MT NL PT SI SK'.split(' '));
/** Parts of France with country codes of their own, where the euro and the rules of SEPA apply. */
const frenchSepa = new Set('BL GF GP MF MQ PM RE YT'.split(' '));
/** Other countries of the European Economic Area, which have the same law for transfers in euros. */
export const otherEurope = new Set('CZ DK HU IS LI NO PL RO SE'.split(' '));

/** Countries that take over European law on payments in euros by their monetary agreements with the Union. */
const monetaryAgreements = new Set('AD MC SM VA'.split(' '));

/**
 * Institutions with euro accounts must be reachable for SEPA credit transfers and direct debits (Regulation (EU)
 * 260/2012, article 3), and since January 2025 for instant ones (Regulation (EU) 2024/886).
 */
const euroRails: readonly PaymentRail[] = ['sepa_credit_transfer', 'sepa_direct_debit', 'sepa_instant'];
/**
 * Outside of the euro area, institutions have to be reachable for credit transfers in euros since October 2016 (Regulation
 * (EU) 260/2012, article 16). Direct debits depend on what a bank offers at home, and instant transfers on 2027.
 */
const otherRails: readonly PaymentRail[] = ['sepa_credit_transfer'];

/** The SEPA schemes in which every institution with IBANs of the country can be reached. */
export function sepaRails(country: string): readonly PaymentRail[] {
  if (euroArea.has(country) || frenchSepa.has(country)) return euroRails;
  return otherEurope.has(country) || monetaryAgreements.has(country) ? otherRails : [];
}

/** Payment rails, each once, in the order in which answers have them. */
export function orderRails(rails: Iterable<string>): PaymentRail[] {
  const all = new Set(rails);
  return paymentRails.filter((rail) => all.has(rail));
}

/**
 * Banks of Russia and Belarus that SWIFT had to disconnect (Council Regulations (EU) 833/2014, annex XIV, and 765/2006, annex XV),
 * by the first eight characters of their BICs.
 */
const disconnected = new Set(
  (
    'SABRRUMM VTBRRUMM JSNMRUMM CNOVRUMM PRMSRUMM ROSYRU2P SOMRRUMM BFEARUMM MCRBRUMM RUAGRUMM BAPBBY2X MMBNBY22 BRRBBY2X ' +
    'BLBBBY2X'
  ).split(' '),
);

/**
 * `swift`, unless the BIC says that it is not on the network (ISO 9362: `1` in the eighth place), or the bank was disconnected.
 */
export function bicRails(bic: string): PaymentRail[] {
  return bic.length >= 8 && bic[7] !== '1' && !disconnected.has(bic.slice(0, 8)) ? ['swift'] : [];
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
