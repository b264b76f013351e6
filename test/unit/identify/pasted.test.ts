import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { IdentifyRequest } from '#contract/identify.ts';
import { type ReferenceField, referenceFields } from '#contract/rail.ts';
import { readInquiry } from '#identify/identify.ts';
import { answerTo, ask, data } from './ask.ts';

/** A reference of each rail, by its main field. */
const references = [
  { bic: 'COBADEFFXXX' },
  { iban: 'DE89370400440532013000' },
  { routing_number: '021000021' },
  { sort_code: '202959', account_number: '63748472' },
  { ifsc: 'SBIN0000300' },
  { account_number: '0000014579', bank_code: '011', country: 'NG' },
  { bank_code: '040100', country: 'GH' },
  { bank_code: '01', branch_code: '100', country: 'KE' },
  { bank_code: '250655', account_number: '62000000000', country: 'ZA' },
  { bank_code: 'CI008', country: 'CI' },
  { bank_code: '0002', country: 'EG' },
  { bank_code: '010', country: 'RW' },
  { phone_number: '+254712345678' },
] as const;

type Body = { readonly [field: string]: string };

/** A body with its references written in another way. */
function rewritten(body: Body, write: (text: string) => string): Body {
  return Object.fromEntries(
    Object.entries(body).map(([name, text]) => [name, name === 'country' ? text : write(text)]),
  );
}

/** Why a body is refused, as the details of a 422 say it. */
function faultOf(body: object) {
  const parsed = IdentifyRequest.safeParse(body);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return {
      field: issue?.path.join('.'),
      message: issue?.message,
      code: issue?.code === 'custom' ? issue.params?.['code'] : issue?.code,
    };
  }
  const inquiry = readInquiry(parsed.data, data);
  return 'malformed' in inquiry ? inquiry.malformed : undefined;
}

const grouped = (separator: string) => (text: string) =>
  text.replaceAll(/[A-Z\d]{2}(?=[A-Z\d]{2})/g, `$&${separator}`);
const toFullWidth = (text: string) =>
  text.replaceAll(/[!-~]/g, (character) => String.fromCodePoint((character.codePointAt(0) ?? 0) + 0xfee0));

const ways: [string, (text: string) => string][] = [
  ...Array.from(
    ' \u00a0\u2007\u2009\u200a\u202f\u205f\u3000',
    (space): [string, (text: string) => string] => [
      `spaces U+${(space.codePointAt(0) ?? 0).toString(16)}`,
      grouped(space),
    ],
  ),
  ...Array.from(
    '-\u00ad\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe63\uff0d',
    (dash): [string, (text: string) => string] => [
      `dashes U+${(dash.codePointAt(0) ?? 0).toString(16)}`,
      grouped(dash),
    ],
  ),
  ['points', grouped('.')],
  ['centred points', grouped('\u00b7')],
  ['spaces around dashes', grouped(' – ')],
  ['characters without width', grouped('\u200b\u2060')],
  ['a byte order mark', (text) => `\ufeff${text}`],
  ['marks of direction', (text) => `\u202a${text}\u202c\u200e`],
  ['ends of lines', (text) => `${text}\r\n`],
  ['tabs around', (text) => `\t${text}\t\u200b\n`],
  ['full-width characters', toFullWidth],
  ['full-width spaces too', (text) => toFullWidth(grouped('\u3000')(text))],
  ['small letters', (text) => text.toLowerCase()],
];

describe('[identify.request.pasted] references are read as people paste them, alike for every rail', () => {
  it.each(ways)('%s', (_, write) => {
    for (const body of references) expect(answerTo(rewritten(body, write))).toEqual(answerTo(body));
  });

  it.each([
    [{ iban: 'IBAN DE89 3704 0044 0532 0130 00' }, 'DE89370400440532013000'],
    [{ iban: 'IBAN: de89 3704 0044 0532 0130 00\n' }, 'DE89370400440532013000'],
    [{ iban: 'IBANDE89370400440532013000' }, 'DE89370400440532013000'],
    [{ iban: 'iban nr. DE89370400440532013000' }, 'DE89370400440532013000'],
    [{ iban: 'IBAN – DE89370400440532013000' }, 'DE89370400440532013000'],
    [{ iban: 'IBAN NO 93 8601 1117 947' }, 'NO9386011117947'],
    [{ iban: 'IBAN no: NO93 8601 1117 947' }, 'NO9386011117947'],
    [{ bic: 'BIC: COBADEFFXXX' }, 'COBADEFFXXX'],
    [{ bic: 'SWIFT/BIC COBADEFFXXX' }, 'COBADEFFXXX'],
    [{ bic: 'Swift code: COBADEFF' }, 'COBADEFF'],
    [{ sort_code: 'Sort code: 20-29-59' }, '202959'],
    [{ routing_number: 'ABA # 021000021' }, '021000021'],
    [{ routing_number: 'Routing number 021000021' }, '021000021'],
    [{ ifsc: 'IFSC Code : SBIN0000300' }, 'SBIN0000300'],
    [{ phone_number: 'tel:+254712345678' }, '+254712345678'],
    [{ phone_number: 'Mobile: +254 (0)712 345 678' }, '+254712345678'],
    [{ account_number: 'A/C No: 0000014579', bank_code: '011', country: 'NG' }, '0000014579'],
    [{ account_number: 'Account number 0000014579', country: 'NG' }, '0000014579'],
  ])('without the name of the field: %j is %s', (body, reference) => {
    expect(answerTo(body).reference).toBe(reference);
  });

  it('letters of an account number are not taken for its name', () => {
    const number = (account_number: string) =>
      answerTo({ routing_number: '021000021', account_number }).account?.number;
    expect(number('ACC 12345')).toBe('ACC12345');
    expect(number('KTO-12345')).toBe('KTO12345');
    expect(number('ACCOUNT1')).toBe('ACCOUNT1');
    expect(number('acc no. 12345')).toBe('12345');
  });

  // Texts that would become another reference without their separators.
  it.each([
    ['a number of a spreadsheet', { sort_code: '12345.0' }],
    ['a number that lost its digits', { sort_code: '040004', account_number: '1.2345678E7' }],
    ['digits that were left out', { sort_code: '040004', account_number: '1234...5678' }],
    ['digits that were left out, in one sign', { sort_code: '040004', account_number: '1234…5678' }],
    ['digits that were covered', { sort_code: '040004', account_number: '**345678' }],
    ['digits for which dashes stand', { iban: 'DE89 3704 ---- 0532 0130 00' }],
    ['two cells', { routing_number: '0210\t00021' }],
    ['two lines', { sort_code: '2029\n59' }],
    ['an account after a slash', { sort_code: '040004', account_number: '1234/5678' }],
    ['digits that are shown in another order', { sort_code: '\u202e040004' }],
    ['digits from right to left', { sort_code: '\u202b04 00 04' }],
    ['digits of other scripts', { sort_code: '٠٤٠٠٠٤' }],
    ['raised digits', { sort_code: '04000⁴' }],
    ['letters that look like others', { bic: 'ДEUTDEFF' }],
  ])('[identify.request.fault-codes] %s are not put together', (_, body) => {
    expect(faultOf(body)).toMatchObject({ code: 'bad_character' });
  });

  it('any text costs little, and never throws', () => {
    const pieces = fc.constantFrom(
      'IBAN',
      ' ',
      '\u200b',
      '.',
      '-',
      ':',
      'DE',
      '89',
      '\n',
      '\u3000',
      'no',
      'ａ',
    );
    const text = fc.oneof(
      fc.array(pieces, { maxLength: 60 }).map((all) => all.join('')),
      fc.string({ unit: 'binary' }),
    );
    const field = fc.constantFrom(...referenceFields);
    expect(() =>
      fc.assert(
        fc.property(text, field, (value, name: ReferenceField) => typeof ask({ [name]: value }) === 'object'),
      ),
    ).not.toThrow();
  });
});

describe('[identify.request.fault-codes] what is wrong with a reference has a code, and a sentence with its length', () => {
  it.each([
    [{ iban: 'DE8937040044053201300' }, 'iban', 'too_short', 'must have 22 characters in DE, and has 21'],
    [{ iban: 'DE893704004405320130001' }, 'iban', 'too_long', 'must have 22 characters in DE, and has 23'],
    [{ iban: 'NO938601111794' }, 'iban', 'too_short', 'must have 15 characters in NO, and has 14'],
    [{ iban: 'DE8O370400440532013000' }, 'iban', 'bad_character', 'two check digits'],
    [{ iban: 'DE8937040044053201300A' }, 'iban', 'bad_character', '2 check digits, 8 digits, 10 digits'],
    [{ iban: '8937040044053201300012' }, 'iban', 'bad_character', 'letters of a country'],
    [{ iban: 'ZZ89370400440532013000' }, 'iban', 'unknown_country', 'ZZ'],
    [{ iban: 'US64SVB' }, 'iban', 'too_short', 'has 7'],
    [{ iban: ' – ' }, 'iban', 'too_short', 'no letter or digit'],
    [{ iban: '' }, 'iban', 'too_short', 'must not be empty'],
    [{ iban: 'D'.repeat(200) }, 'iban', 'too_long', 'at most 128'],
    [{ iban: 'DE89 3704 0044 0532 0130 0é' }, 'iban', 'bad_character', 'U+00E9'],
    [{ bic: 'COBADEF' }, 'bic', 'too_short', 'must have 8 or 11 characters, and has 7'],
    [{ bic: 'COBADEFFXX' }, 'bic', 'too_short', 'has 10'],
    [{ bic: 'COBADEFFXXXX' }, 'bic', 'too_long', 'has 12'],
    [{ bic: 'COBA12FF' }, 'bic', 'bad_character', 'country'],
    [{ bic: 'COBAZZFF' }, 'bic', 'unknown_country', 'ZZ'],
    [{ sort_code: '20-29-5' }, 'sort_code', 'too_short', 'must have 6 digits, and has 5'],
    [{ sort_code: '20-29-591' }, 'sort_code', 'too_long', 'has 7'],
    [{ sort_code: '20-29-5O' }, 'sort_code', 'bad_character', 'digits'],
    [{ routing_number: '02100002' }, 'routing_number', 'too_short', 'has 8'],
    [{ ifsc: 'SBIN000030' }, 'ifsc', 'too_short', 'must have 11 characters'],
    [{ ifsc: 'SBINO000300' }, 'ifsc', 'bad_character', '0'],
    [{ account_number: '000001457', country: 'NG' }, 'account_number', 'too_short', 'must have 10 digits'],
    [
      { account_number: '0000014579', bank_code: '01', country: 'NG' },
      'bank_code',
      'too_short',
      '3, 5 or 6 digits',
    ],
    [{ bank_code: '0401', country: 'GH' }, 'bank_code', 'too_long', '2 or 6 digits'],
    [{ bank_code: '0', country: 'KE' }, 'bank_code', 'too_short', '2 or 5 digits'],
    [{ bank_code: '25065', country: 'ZA' }, 'bank_code', 'too_short', '6 digits'],
    [{ bank_code: 'CI08', country: 'CI' }, 'bank_code', 'too_long', '3, 5, 24 or 28'],
    [{ bank_code: '00O2', country: 'EG' }, 'bank_code', 'bad_character', '4 digits'],
    [{ bank_code: 'EG38001900050000000026318000', country: 'EG' }, 'bank_code', 'too_short', '29'],
    [{ bank_code: '01', country: 'RW' }, 'bank_code', 'too_short', '3 digits'],
    [{ phone_number: '+25471234' }, 'phone_number', 'too_short', 'too few digits'],
    [{ phone_number: '+254712345678901' }, 'phone_number', 'too_long', 'too many digits'],
    [{ phone_number: '0712 345 678', country: 'ZZ' }, 'country', 'unknown_country', 'ZZ'],
    [{ sort_code: '040004', account_number: '1'.repeat(35) }, 'account_number', 'too_long', 'at most 34'],
  ])('%j: %s is %s', (body, field, code, message) => {
    expect(faultOf(body)).toMatchObject({ field, code, message: expect.stringContaining(message) });
  });
});
