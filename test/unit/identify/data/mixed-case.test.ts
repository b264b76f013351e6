import { expect, it } from 'vitest';
import { mixedCase } from '#identify/build/mixed-case.ts';
import { townName } from '#identify/build/town-name.ts';
import { usualSpelling } from '#identify/build/usual-spelling.ts';
import { data } from '../ask.ts';

const unknown = () => undefined;

it.each([
  ['AR', 'BANCO DE LA NACION ARGENTINA, MIAMI BRANCH', 'Banco de la Nacion Argentina, Miami Branch'],
  ['IT', "BANCA D'ITALIA S.P.A.", "Banca d'Italia S.p.A."],
  ['IT', 'BANCA MONTE PARMA SPA', 'Banca Monte Parma SpA'],
  ['US', "O'HARE BANK N.A.", "O'Hare Bank N.A."],
  ['US', 'MCDONALD BANK NA', 'McDonald Bank NA'],
  ['US', 'FUND III OF THE 3RD TRUST LLC', 'Fund III of the 3rd Trust LLC'],
  ['DE', 'BANKHAUS LUDWIG SPERRER KG', 'Bankhaus Ludwig Sperrer KG'],
  ['DE', 'VOLKSBANK UND RAIFFEISENBANK EG', 'Volksbank und Raiffeisenbank eG'],
  [
    'FR',
    "CAISSE D'EPARGNE ET DE PREVOYANCE ILE-DE-FRANCE",
    "Caisse d'Epargne et de Prevoyance Ile-de-France",
  ],
  ['HR', 'ZAGREBACKA BANKA D.D.', 'Zagrebacka Banka d.d.'],
  ['SV', 'BANCO CENTRAL DE RESERVA DE EL SALVADOR', 'Banco Central de Reserva de El Salvador'],
  ['AE', 'HSBC BANK MIDDLE EAST LIMITED (DIFC BRANCH)', 'HSBC Bank Middle East Limited (DIFC Branch)'],
  ['JP', 'MIZUHO BANK, LTD.', 'Mizuho Bank, Ltd.'],
  ['GB', 'TÜRKİYE İŞ BANKASI ANONİM ŞİRKETİ', 'Türkiye İş Bankası Anonim Şirketi'],
  ['PK', 'MCB BANK LIMITED', 'MCB Bank Limited'],
])('[identify.names] %s: %s is written %s', (country, name, written) => {
  expect(mixedCase(name, country, unknown)).toBe(written);
});

it('[identify.names] words are written as other names write them', () => {
  const usual = (word: string) => ({ unicredit: 'UniCredit' })[word.toLowerCase()];
  expect(mixedCase('UNICREDIT LEASING', 'IT', usual)).toBe('UniCredit Leasing');
});

it('[identify.names] hardly a bank of the tables has its name in capitals, a former name in it, or half of a word', () => {
  const names = [...data.bank.rows()].map(({ name }) => name);
  const inCapitals = names.filter((name) => name.length > 12 && name === name.toUpperCase());
  expect(inCapitals.length).toBeLessThan(20);
  expect(names.filter((name) => /\((?:formerly|previously)\b/i.test(name))).toEqual([]);
  expect(names.filter((name) => /[A-Z]{2}[ß-ÿ]+[A-Z]/.test(name))).toEqual([]);
  expect(names.filter((name) => / - \d$|\u0307/.test(name))).toEqual([]);
});

it.each([
  ['FRANKFURT AM MAIN', 'Frankfurt am Main'],
  ['NEW YORK, NY', 'New York, NY'],
  ['VILLARS-SUR-GLANE', 'Villars-sur-Glane'],
  ['LA JOLLA, CA', 'La Jolla, CA'],
  ['ST. GALLEN', 'St. Gallen'],
  ['Milano', 'Milano'],
])('[identify.names] the town %s is written %s', (town, written) => {
  expect(townName(town)).toBe(written);
});

it.each([
  ['BA', 'ZIRAAT BANK BH dd', 'Ziraat Bank BH dd'],
  ['HR', 'KARLOVAČKA BANKA d.d. Karlovac', 'Karlovačka Banka d.d. Karlovac'],
  ['GB', 'HSBC Bank plc', 'HSBC Bank plc'],
  ['FR', 'CACEIS Bank', 'CACEIS Bank'],
])(
  '[identify.names] %s: %s, of which some words are in capitals, is written %s',
  (country, name, written) => {
    const spelled = usualSpelling([
      { country: 'TR', name: 'Ziraat Bank' },
      { country: 'HR', name: 'Banka' },
    ]);
    expect(spelled(country, name)).toBe(written);
  },
);
