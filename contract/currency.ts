import { z } from 'zod';

/** A code of ISO 4217, which need not be assigned. */
export const CurrencyCode = z.string().regex(/^[A-Z]{3}$/, 'must be a currency code of ISO 4217');

/**
 * The currencies of ISO 4217 (list one, 2026) by the number of their minor digits. The digits that ICU knows are
 * those of cash in daily use, which differ for some: an Iraqi dinar has three here, and none there.
 */
const byDigits: readonly (readonly [digits: number, codes: string])[] = [
  [0, 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'],
  [
    2,
    'AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF CHW ' +
      'CNY COP COU CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF ' +
      'IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK ' +
      'MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP ' +
      'SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED VES WST XAD XCD XCG ' +
      'YER ZAR ZMW ZWG',
  ],
  [3, 'BHD IQD JOD KWD LYD OMR TND'],
  [4, 'CLF UYW'],
];

const digits: ReadonlyMap<string, number> = new Map(
  byDigits.flatMap(([count, codes]) => codes.split(' ').map((code) => [code, count] as const)),
);

/** How many decimal digits the minor unit of a currency has by ISO 4217: 2 for EUR, 0 for JPY. Undefined if it has none. */
export function minorDigits(currency: string): number | undefined {
  return digits.get(currency);
}
