import { loadIdentifyData } from '../load.ts';
import { bankChanges } from './bank-changes.ts';
import { otherEntries, otherRegisterSources } from './other-registers.ts';
import { bicId } from './registered-banks.ts';
import { sepaParticipants } from './sepa-register.ts';
import { mayMean, tellingStems } from './same-bank.ts';
import { writeTable } from './write-table.ts';

/** A code under which another list names a bank whose name cannot mean the bank of the tables. */
interface Difference {
  /** `iban:FR30003`, `bic:SOGEFRPP`. */
  code: string;
  /** The bank's name in the tables. */
  told: string;
  /** The bank's name in the other list. */
  says: string;
  /** The key of the other list. */
  source: string;
}

/**
 * Compares the tables bank, iban_bank and bic with lists that they are not built from, and rebuilds the table disagreement:
 * `node identify/build/cross-check.ts [sct.csv]`, where the file is the register of SEPA Credit Transfer. What was settled
 * stays settled, until a list says something else.
 */
const data = await loadIdentifyData(['bank', 'bic', 'iban_bank', 'disagreement']);
const differences = new Map([...bics(), ...nationalCodes()].toReversed().map((one) => [one.code, one]));
const known = new Map([...data.disagreement.rows()].map(({ code, says, settled }) => [code + says, settled]));
const rows = [...differences.values()].map((one) => ({
  ...one,
  settled: known.get(one.code + one.says) ?? '',
}));
const used = new Set(rows.map(({ source }) => source));
const sources = Object.entries(otherRegisterSources).filter(([key]) => used.has(key));
writeTable('disagreement', Object.fromEntries(sources), rows);
const open = rows.filter(({ settled }) => settled === '').map(({ code }) => code);
console.log(`${open.length} of them are open: ${open.toSorted().join(', ')}`);

function nationalCodes(): Difference[] {
  const holders = new Map<string, Set<string>>();
  for (const { code, bic, institution } of data.iban_bank.rows()) {
    const key = code.slice(0, 2) + bic.slice(0, 8);
    holders.set(key, (holders.get(key) ?? new Set()).add(institution));
  }
  return otherEntries().flatMap(({ country, code, bic, name, source }) => {
    const held = data.iban_bank.find(country + code);
    if (held === undefined) return [];
    const sharing = holders.get(country + held.bic.slice(0, 8))?.size;
    // Names differ by language and over time. The same BIC says that it is one bank, unless several banks share it.
    if (held.bic !== '' && held.bic.slice(0, 8) === bic.slice(0, 8) && sharing === 1) return [];
    const bank = data.bank.find(held.institution === '' ? bicId(held.bic) : held.institution);
    const changes = [
      bankChanges.get(`iban:${country}${code}`),
      bankChanges.get(`bic:${held.bic.slice(0, 8)}`),
    ];
    // An older list has the name of before.
    const stems = tellingStems(name).join(' ');
    if (changes.some((change) => change !== undefined && tellingStems(change.former).join(' ') === stems))
      return [];
    const told = [bank?.name ?? '', bank?.short_name ?? '', held.branch];
    if (told.some((one) => mayMean(name, one))) return [];
    return [{ code: `iban:${country}${code}`, told: bank?.name ?? '', says: name, source }];
  });
}

function bics(): Difference[] {
  const participants = Map.groupBy(sepaParticipants(), ({ bic }) => bic.slice(0, 8));
  return [...participants].flatMap(([bic, all]) => {
    const seats = all.filter((one) => one.bic.endsWith('XXX'));
    const [one, ...others] = seats.length > 0 ? seats : all;
    const held = data.bic.find(bic);
    if (one === undefined || others.length > 0 || held === undefined) return [];
    const bank = data.bank.find(held.institution === '' ? bicId(bic) : held.institution);
    if (bank === undefined) return [];
    if ([bank.name, bank.short_name].some((name) => mayMean(one.name, name))) return [];
    return [{ code: `bic:${bic}`, told: bank.name, says: one.name, source: 'sepa' }];
  });
}
