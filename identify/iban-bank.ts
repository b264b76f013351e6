import type { Confidence, DataSource } from '#contract/identify.ts';
import type { IdentifyData } from './data/tables.ts';
import { egyptianBanks } from './rails/eg-bank.ts';

/** The built-in tables' entry for the bank of an IBAN. */
export interface IbanBank {
  name: string;
  shortName: string;
  bic: string;
  /** Empty for banks. */
  type: string;
  confidence: Confidence;
  source: DataSource;
}

/**
 * The bank for a national bank code in an IBAN: from the national list or, where bank codes are the first letters of
 * BICs, the first institution whose BIC begins with it.
 */
export function findIbanBank(country: string, code: string, data: IdentifyData): IbanBank | undefined {
  return listedBank(country, code, data) ?? bankOfBicPrefix(country, code, data);
}

/** Whether banks of the country can be identified by their codes at all. */
export function coversIbanBanks(country: string, code: string, data: IdentifyData): boolean {
  return isBicPrefix(code) || country === 'EG' || data.iban_bank.findFirst(country) !== undefined;
}

function listedBank(country: string, code: string, data: IdentifyData): IbanBank | undefined {
  if (country === 'EG') return egyptianBank(code, data);
  const row = data.iban_bank.find(country + code);
  if (row === undefined) return undefined;
  const { name, short_name: shortName, bic, type } = row;
  return { name, shortName, bic, type, confidence: 'exact', source: data.iban_bank.sourceOf(row) };
}

function egyptianBank(code: string, data: IdentifyData): IbanBank | undefined {
  const bank = egyptianBanks(data).get(code);
  if (bank === undefined || bank.closed) return undefined;
  const { name, short_name: shortName = '', bic = '', type } = bank.institution;
  return { name, shortName, bic, type, confidence: 'exact', source: bank.source };
}

function bankOfBicPrefix(country: string, code: string, data: IdentifyData): IbanBank | undefined {
  const row = isBicPrefix(code) ? data.bic.findFirst(code.slice(0, 4) + country) : undefined;
  if (row === undefined) return undefined;
  const { name, bic, type } = row;
  return { name, shortName: '', bic, type, confidence: 'prefix', source: data.bic.sourceOf(row) };
}

function isBicPrefix(code: string): boolean {
  return /^[A-Z]{4}/.test(code);
}
