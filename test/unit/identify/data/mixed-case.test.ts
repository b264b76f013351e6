import { expect, it } from 'vitest';
import { mixedCase } from '#identify/build/mixed-case.ts';
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
