import type { IdentifyRequest, IdentifyResult } from '../../api/schema.ts';

interface ReferenceField {
  name: string;
  label: string;
  example: string;
  optional?: true;
}

const accountNumber: ReferenceField = {
  name: 'account_number',
  label: 'Account number',
  example: '12345678',
  optional: true,
};
const bankCode = (example: string): ReferenceField[] => [
  { name: 'bank_code', label: 'Bank code', example },
  { name: 'branch_code', label: 'Branch code', example: '001', optional: true },
  accountNumber,
];

/** A kind of reference. */
export type Rail = IdentifyResult['rail'];

/** The references that can be identified, with the fields of each. */
export const rails = {
  iban: { title: 'IBAN', fields: [{ name: 'iban', label: 'IBAN', example: 'DE89 3704 0044 0532 0130 00' }] },
  swift: {
    title: 'BIC (SWIFT)',
    fields: [{ name: 'bic', label: 'BIC', example: 'COBADEFFXXX' }, accountNumber],
  },
  routing_number: {
    title: 'US routing number',
    fields: [{ name: 'routing_number', label: 'Routing number', example: '321076470' }, accountNumber],
  },
  sort_code: {
    title: 'UK sort code',
    fields: [{ name: 'sort_code', label: 'Sort code', example: '20-00-00' }, accountNumber],
  },
  ifsc: {
    title: 'Indian IFSC',
    fields: [{ name: 'ifsc', label: 'IFSC', example: 'HDFC0000001' }, accountNumber],
  },
  nuban: {
    title: 'Nigerian NUBAN',
    fields: [
      { name: 'account_number', label: 'Account number', example: '0000014579' },
      { name: 'bank_code', label: 'Bank code', example: '011', optional: true },
    ],
  },
  momo: {
    title: 'Mobile money',
    fields: [
      { name: 'phone_number', label: 'Phone number', example: '+233 24 123 4567' },
      { name: 'country', label: 'Country', example: 'GH', optional: true },
    ],
  },
  gh_bank: { title: 'Ghanaian bank code', fields: bankCode('030100') },
  ke_bank: { title: 'Kenyan bank code', fields: bankCode('01') },
  za_bank: { title: 'South African branch code', fields: bankCode('250655') },
  ci_bank: { title: 'Ivorian bank code', fields: bankCode('CI008') },
  eg_bank: { title: 'Egyptian bank code', fields: bankCode('0003') },
  rw_bank: { title: 'Rwandan bank code', fields: bankCode('040') },
} as const satisfies Record<string, { title: string; fields: ReferenceField[] }> as Record<
  Rail,
  { title: string; fields: ReferenceField[] }
>;

/** The request that a filled-in form makes. Empty fields are left out. */
export function requestOf(rail: Rail, form: FormData): IdentifyRequest {
  const fields = rails[rail].fields.flatMap(({ name }) => {
    const value = form.get(name);
    return typeof value === 'string' && value.trim() !== '' ? [[name, value.trim()] as const] : [];
  });
  return { rail, ...Object.fromEntries(fields) };
}
