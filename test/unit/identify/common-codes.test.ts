import { describe, expect, it } from 'vitest';
import { answerTo, data } from './ask.ts';
import { ibanOf } from './iban-of.ts';

/** The IBAN of a bank code, with digits at its end that its country's checks allow. */
function ibanAt(country: string, code: string): string {
  const { bban = '', bank = '' } = data.iban_country.find(country) ?? {};
  const filled = [...bban.matchAll(/(\d+)!([nac])/g)]
    .map(([, length, kind]) => (kind === 'a' ? 'A' : '0').repeat(Number(length)))
    .join('');
  const from = Number(bank.split('-')[0]);
  const start = filled.slice(0, from) + code + filled.slice(from + code.length, -2);
  const digits = Array.from({ length: 100 }, (_, value) => String(value).padStart(2, '0'));
  const ends = digits.map((end) => ibanOf(country, start + end));
  // The check digit of Albania is in the middle.
  if (country === 'AL')
    ends.push(...digits.map((two) => ibanOf(country, `${start.slice(0, 6)}${two}${start.slice(8)}00`)));
  const valid = ends.find((iban) => answerTo({ iban }).reason !== 'bad_checksum');
  if (valid === undefined) throw new Error(`No IBAN of ${country} with ${code} is valid`);
  return valid;
}

/** A request for a bank code on NIBSS Instant Payment, with an account number whose check digit is right. */
function nipRequest(bank_code: string): unknown {
  const requests = Array.from({ length: 10 }, (_, digit) => ({
    rail: 'nuban',
    bank_code,
    account_number: `012345678${digit}`,
  }));
  return requests.find((request) => answerTo(request).reason !== 'bad_checksum');
}

describe('[identify.common] codes that many customers have lead to their bank', () => {
  it.each([
    ['TR', '00203', /Albaraka/],
    ['TR', '00205', /Kuveyt/],
    ['TR', '00206', /Türkiye Finans/],
    ['TR', '00209', /Ziraat Katılım/],
    ['TR', '00210', /Vakıf Katılım/],
    ['TR', '00211', /Emlak Katılım/],
    ['TR', '00212', /Hayat Finans/],
    ['TR', '00213', /T\.O\.M\./],
    ['TR', '00214', /Dünya Katılım/],
    ['TR', '00215', /Adil Katılım/],
    ['TR', '00807', /Posta ve Telgraf/],
    ['EE', '17', /Luminor/],
    ['EE', '96', /Luminor/],
    ['TR', '00829', /Papara/],
    ['BY', 'AKBB', /Belarusbank/],
    ['BY', 'PJCB', /Priorbank/],
    ['LB', '0014', /BLOM/],
    ['LU', '751', /PayPal/],
    ['LU', '815', /Vivid/],
    ['LU', '816', /3S Money/],
    ['MK', '200', /Stopanska/],
    ['MK', '210', /NLB/],
    ['MK', '300', /Komercijalna/],
    ['VA', '001', /Opere di Religione/],
    ['RS', '200', /Poštanska štedionica/],
    ['RS', '205', /Komercijalna/],
    ['RS', '275', /OTP/],
    ['RS', '325', /OTP/],
    ['RS', '370', /3 Banka/],
    ['SA', '05', /Alinma/],
    ['SA', '10', /Saudi National/],
    ['SA', '15', /Albilad/],
    ['SA', '20', /Riyad/],
    ['SA', '30', /Arab National/],
    ['SA', '40', /Saudi National/],
    ['SA', '45', /Awwal/],
    ['SA', '50', /Awwal/],
    ['SA', '55', /Fransi/],
    ['SA', '60', /AlJazira/],
    ['SA', '65', /Saudi Investment/],
    ['SA', '80', /Rajhi/],
    ['GI', 'NWBK', /NatWest/],
    ['MC', '30002', /LCL/],
    ['MC', '30003', /Société Générale|Societe Generale/],
    ['MC', '30004', /BNP Paribas/i],
    ['AE', '086', /Wio/],
    ['PK', 'TMFB', /Telenor Microfinance/],
    ['PK', 'JCMA', /Mobilink Microfinance/],
    ['BA', '555', /Nova banka/],
    ['BR', '00000000', /Banco do Brasil/],
    ['BR', '60701190', /Itaú/],
    ['BR', '18236120', /Nu Pagamentos/],
    ['FO', '6460', /Banknordik/i],
    ['GL', '6471', /Grønlandsbanken/i],
    ['SM', '03034', /Banca Agricola Commerciale/],
    ['SM', '03287', /Sammarinese di Investimento/],
    ['SM', '06067', /Cassa di Risparmio della Repubblica/],
    ['SM', '08540', /Banca di San Marino/],
    ['TN', '01', /Arab Tunisian/],
    ['TN', '08', /Internationale Arabe/],
    ['TN', '10', /Société Tunisienne/],
    ['TN', '25', /Zitouna/],
    ['XK', '11', /ProCredit/],
    ['XK', '17', /NLB/],
    ['XK', '20', /TEB/],
  ])('IBANs of %s with %s', (country, code, name) => {
    expect(answerTo({ iban: ibanAt(country, code) })).toMatchObject({
      result: 'identified',
      institution: { name: expect.stringMatching(name) as string },
    });
  });

  it('of which only one source says so are likely, with a note', () => {
    for (const [country, code] of [
      ['XK', '17'],
      ['SM', '03225'],
      ['TN', '29'],
    ] as const) {
      const { confidence, note } = answerTo({ iban: ibanAt(country, code) });
      expect([confidence, note]).toEqual(['likely', expect.stringMatching(/^Only one source/)]);
    }
  });

  it.each([
    ['50-00-00', /National Westminster/],
    ['56-00-36', /National Westminster/],
    ['59-00-00', /National Westminster/],
    ['90-00-17', /Bank of Ireland/],
    ['93-80-92', /AIB/],
    ['95-01-21', /Northern Bank/],
    ['98-01-01', /Ulster/],
    ['15-10-00', /Royal Bank of Scotland/],
    ['18-00-02', /Coutts/],
    ['18-50-08', /Citibank/],
    ['23-05-05', /Metro/],
  ])('sort code %s', (sort_code, name) => {
    expect(answerTo({ sort_code }).institution?.name).toMatch(name);
  });

  it.each([
    ['031101334', /SoFi/],
    ['091311229', /Choice/],
    ['121145307', /Column/],
    ['121145349', /Column/],
    ['121145433', /Column/],
    ['124303201', /Varo/],
    ['061113415', /^Truist/],
    ['042102254', /^Truist/],
    ['062101484', /^PNC/],
    ['061020977', /^First Horizon/],
    ['011104199', /^M&T/],
    ['071002040', /^Huntington/],
  ])('routing number %s', (routing_number, name) => {
    expect(answerTo({ routing_number }).institution?.name).toMatch(name);
  });

  it.each([
    ['000010', /Ecobank/],
    ['000023', /Providus/],
    ['000025', /Titan/],
    ['000026', /Taj/],
    ['000027', /Globus/],
    ['000031', /Premium Trust/],
    ['000034', /Signature/],
    ['000037', /Alternative/],
    ['090110', /VFD/],
    ['090175', /Rubies/],
    ['090286', /Safe Haven/],
    ['090325', /Sparkle/],
    ['100022', /Gomoney/i],
    ['100026', /One Finance/i],
  ])('NIP code %s', (bank_code, name) => {
    expect(answerTo(nipRequest(bank_code)).institution?.name).toMatch(name);
  });
});

it.each([
  ['BY86PJCB30120022721000000933', 'PJCBBY2X'],
  ['AL54202111300000000011434704', 'SGSBALTX'],
  ['AL51212110090000000001900345', 'CDISALTR'],
  ['AL6220511162009756CLPRCFEUR0', 'NCBAALTX'],
  ['LB75001400005902673173701816', 'BLOMLBBX'],
  ['MK07300701001813673', 'KOBSMK2X'],
  ['VA59001123000012345678', 'IOPRVAVX'],
])('an IBAN that a business publishes, %s, leads to the bank of its BIC %s', (iban, bic) => {
  const [byIban, byBic] = [answerTo({ iban }), answerTo({ bic })];
  expect(byIban.institution?.id).toBe(byBic.institution?.id);
  expect(byBic.result).toBe('identified');
});

it.each([
  ['IQ', 'NBIQ'],
  ['LY', '002'],
  ['OM', '018'],
  ['YE', 'CBYE'],
])(
  '[identify.result.unsupported] an IBAN of %s with %s, of whose bank codes there is no list, is unsupported',
  (country, code) => {
    const expected = { result: 'unsupported', reason: 'unsupported_country' };
    expect(answerTo({ iban: ibanAt(country, code) })).toMatchObject(expected);
  },
);
