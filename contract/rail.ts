import { z } from 'zod';

/** The kinds of account reference that Identify resolves (identify.rail.*). */
export const rails = [
  'swift',
  'iban',
  'routing_number',
  'sort_code',
  'ifsc',
  'nuban',
  'gh_bank',
  'ke_bank',
  'za_bank',
  'ci_bank',
  'eg_bank',
  'rw_bank',
  'momo',
] as const;
export const Rail = z.enum(rails).meta({ id: 'Rail' });
export type Rail = z.infer<typeof Rail>;

/** The fields of a request that a rail reads, in addition to `country`. */
export const referenceFields = [
  'bic',
  'iban',
  'routing_number',
  'sort_code',
  'ifsc',
  'bank_code',
  'branch_code',
  'phone_number',
  'account_number',
] as const;
export type ReferenceField = (typeof referenceFields)[number];

interface RailFields {
  /** The required field. */
  reference: ReferenceField;
  /** The optional fields. */
  others: readonly ReferenceField[];
  /** Its countries, the main one first; absent if it has none. */
  countries?: readonly string[];
}

const account = ['account_number'] as const;
const bank = { reference: 'bank_code', others: ['branch_code', 'account_number'] } as const;
/** The fields of a request for each rail (identify.rail.*). */
export const railFields: Readonly<Record<Rail, RailFields>> = {
  swift: { reference: 'bic', others: account },
  iban: { reference: 'iban', others: account },
  routing_number: {
    reference: 'routing_number',
    others: account,
    countries: ['US', 'AS', 'GU', 'MP', 'PR', 'UM', 'VI'],
  },
  sort_code: { reference: 'sort_code', others: account, countries: ['GB', 'GG', 'IM', 'JE'] },
  ifsc: { reference: 'ifsc', others: account, countries: ['IN'] },
  nuban: { reference: 'account_number', others: ['bank_code'], countries: ['NG'] },
  gh_bank: { ...bank, countries: ['GH'] },
  ke_bank: { ...bank, countries: ['KE'] },
  za_bank: { ...bank, countries: ['ZA'] },
  /** The West African monetary union has one scheme of bank codes. */
  ci_bank: { ...bank, countries: ['CI', 'BF', 'BJ', 'GW', 'ML', 'NE', 'SN', 'TG'] },
  eg_bank: { ...bank, countries: ['EG'] },
  rw_bank: { ...bank, countries: ['RW'] },
  momo: { reference: 'phone_number', others: account },
};
