import type { Institution } from '#contract/identify.ts';
import type { PaymentRail } from '#contract/payment-rail.ts';
import { bicRails } from './payment-rails.ts';

/**
 * Payment rails in countries of Africa. As in ./payment-rails.ts, nothing is guessed: every bank of the country takes
 * part in these rails, or the code comes from the rail's own list.
 */
const bankRails: Readonly<Record<string, readonly PaymentRail[]>> = {
  /** The code lists are those of transfer destinations on NIBSS Instant Payments. NEFT and RTGS are for banks. */
  NG: ['nip', 'neft', 'rtgs'],
  /** Members of Ghana Interbank Payment and Settlement Systems, which assigns the codes. */
  GH: ['ghipss'],
  /** Kenya's real-time gross settlement and the clearing house in Nairobi. */
  KE: ['kepss', 'eft'],
  /** A branch code is an address for electronic funds transfers between banks. */
  ZA: ['eft'],
  EG: ['ach', 'rtgs'],
  /** RIPPS provides both. */
  RW: ['ach', 'rtgs'],
};

/** STAR-UEMOA and SICA-UEMOA of the central bank, in which every bank of the union takes part. */
const unionRails: readonly PaymentRail[] = ['rtgs', 'eft'];
const union = new Set('BF BJ CI GW ML NE SN TG'.split(' '));

/** Pesalink's participants by bank code, as listed by PesaSwap (docs.pesaswap.io, read in November 2026). */
const pesalink = new Set(
  (
    '01 02 03 07 10 11 12 14 16 18 19 23 25 31 35 43 46 50 51 53 54 55 57 60 61 63 65 66 68 70 72 74 75 76 78 84 85 ' +
    '86 87 88'
  ).split(' '),
);

/** Rails of an institution with a national bank code. */
export function nationalRails(country: string, { type, bic, codes }: Institution): PaymentRail[] {
  return [
    ...(type === 'bank' ? (bankRails[country] ?? (union.has(country) ? unionRails : [])) : []),
    ...(country === 'NG' && type !== 'bank' ? (['nip'] as const) : []),
    ...(country === 'KE' && type === 'central_bank' ? (['kepss'] as const) : []),
    ...(country === 'KE' && codes.some(({ value }) => pesalink.has(value)) ? (['pesalink'] as const) : []),
    ...bicRails(bic ?? ''),
  ];
}
