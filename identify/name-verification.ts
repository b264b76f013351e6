import type { Confidence, NameVerification } from '#contract/identify.ts';
import type { PaymentRail } from '#contract/payment-rail.ts';
import type { Rail } from '#contract/rail.ts';
import { euroArea, otherEurope } from './payment-rails.ts';

/** The bank and the account of an answer. */
interface Holder {
  rail: Rail;
  /** The country of the reference. */
  country: string | undefined;
  bic: string;
  rails: readonly PaymentRail[];
  confidence: Confidence;
}

/**
 * Other countries of SEPA, outside the European Economic Area. Their banks may join the scheme for Verification of Payee, and no law
 * says that they have to.
 */
const otherSepa = new Set('AD AL CH GI MC MD ME MK RS SM VA'.split(' '));
/**
 * Bulgaria has the euro since January 2026. Where a country adopts it before April 2027, its banks have a year to follow Regulation
 * (EU) 2024/886.
 */
const notYet = new Set(['BG']);

/**
 * The banks that the Payment Systems Regulator directed in 2019 to answer (Specific Direction 10). Since 31 October 2024, nearly all who
 * take part in Faster Payments have to (Specific Direction 17), but for credit unions and the like.
 */
const directed = new Set(
  'BARCGB22 BUKBGB22 BOFSGB2S HBUKGB4B MIDLGB22 LOYDGB2L LOYDGB21 NAIAGB21 NWBKGB2L RBOSGB2L ABBYGB2L ULSBGB2B'.split(
    ' ',
  ),
);

/**
 * The scheme in which the bank of an account says whether a name fits it: Verification of Payee of the European Payments Council,
 * or the British Confirmation of Payee. Banks of the euro area answer since 9 October 2025, and those of other countries of the
 * European Economic Area have until 9 July 2027 (Regulation (EU) 2024/886, article 1).
 * @returns undefined if the reference has no account, or its country no such scheme
 */
export function nameVerification(holder: Holder): NameVerification | undefined {
  const { rail, country = '' } = holder;
  // A range may have been passed on to a bank that is not directed.
  if (rail === 'sort_code' || (rail === 'iban' && country === 'GB')) {
    const mustAnswer = directed.has(holder.bic.slice(0, 8)) || holder.rails.includes('faster_payments');
    return { scheme: 'cop', reachable: holder.confidence === 'exact' && mustAnswer ? 'yes' : 'unknown' };
  }
  if (rail !== 'iban') return undefined;
  // The law is for all who offer credit transfers in euros, so it does not matter which of several candidates the bank is.
  if (euroArea.has(country) && !notYet.has(country))
    return { scheme: 'vop', reachable: holder.rails.includes('sepa_credit_transfer') ? 'yes' : 'unknown' };
  const isEuropean = notYet.has(country) || otherEurope.has(country) || otherSepa.has(country);
  return isEuropean ? { scheme: 'vop', reachable: 'unknown' } : undefined;
}
