import { bankChanges } from './bank-changes.ts';
import { centralBanks } from './central-banks.ts';
import { readKeptTable, unconfirmedSources } from './kept-table.ts';
import type { Entry } from './registered-banks.ts';
import { isDistinctive } from './same-bank.ts';
import { brazilianBanks } from './brazilian-banks.ts';
import { ukrainianBanks } from './known-names.ts';
import { quotedIn } from './latin-name.ts';
import { isCut, payerName } from './payer-name.ts';
import { schwiftyBanks } from './schwifty.ts';

const wellFormed = /^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/;

/** Central banks are marked by hand, all others are banks. */
export const typeOf = (bic: string) => (centralBanks.has(bic.slice(0, 6)) ? 'central_bank' : '');

const registered = schwiftyBanks()
  // A name of one letter was cut off: the list of BICs has the whole one.
  .filter(({ name }) => !/^\s*[A-Z]?\s*$/.test(name))
  .map(({ primary, country, code, bic: written, name, shortName, source }): Entry => {
    const bic = wellFormed.test(written) ? written.replace(/XXX$/, '') : '';
    return {
      primary,
      country,
      code,
      bic,
      name: (country === 'DE' ? withPlace(name, shortName) : name).trim(),
      shortName: payerName(shortName.trim(), country),
      source,
      type: typeOf(bic),
    };
  })
  .map(calledAbroad)
  .map((entry): Entry => ({
    ...entry,
    name: payerName(entry.name, entry.country),
    isFormer: isFormer(entry.name),
    isCut: isCut(entry.name, entry.country),
  }))
  .concat(brazilianBanks())
  .map(renamed);

const unconfirmed = unconfirmedSources();
const kept = readKeptTable('kept_bank').map(({ code, name, short_name, bic, type, source }): Entry => {
  const isCode = code.startsWith('iban:');
  const country = isCode ? code.slice(5, 7) : bic.slice(4, 6);
  return {
    primary: true,
    country,
    code: isCode ? code.slice(7) : '',
    bic,
    name,
    shortName: short_name,
    source: 'kept',
    type: type || typeOf(bic),
    ...(source in unconfirmed ? { codeSource: source } : {}),
  };
});

/** Every entry of the registers, with the rows that are kept by hand, under the names that banks have now. */
export const registerEntries: readonly Entry[] = [...kept, ...registered];

/** Whether the code of an entry, or else its BIC, belongs to a bank that was taken over. */
export function isTakenOver({ country, code, bic }: Entry): boolean {
  const changes = [bankChanges.get(`iban:${country}${code}`), bankChanges.get(`bic:${bic.slice(0, 8)}`)];
  return changes.some((change) => change !== undefined && change.now !== '');
}

/** How the register of Germany marks the names of codes that are about to be deleted. */
function isFormer(name: string): boolean {
  return /-alt-\.?$/.test(name);
}

/** An Ukrainian bank under the name and the BIC that it uses abroad, beside its own name. */
function calledAbroad(entry: Entry): Entry {
  if (entry.country !== 'UA') return entry;
  const quoted = quotedIn(entry.name);
  const known =
    ukrainianBanks[quoted.toUpperCase()] ?? ukrainianBanks[quotedIn(entry.shortName).toUpperCase()];
  return known === undefined ? entry : { ...entry, name: known.name, shortName: quoted, bic: known.bic };
}

/** The name of a German bank. Where it has no place, such as `Volksbank`, the register has it in the short name. */
function withPlace(name: string, shortName: string): string {
  if (isDistinctive(name) || !isDistinctive(shortName)) return name;
  return shortName
    .replaceAll(/\bRaiffbk\b/g, 'Raiffeisenbank')
    .replaceAll(/\bVB\b/g, 'Volksbank')
    .replaceAll(/\bKreditbk\b/g, 'Kreditbank');
}

function renamed(entry: Entry): Entry {
  const { country, code, bic } = entry;
  const change = bankChanges.get(`iban:${country}${code}`) ?? bankChanges.get(`bic:${bic.slice(0, 8)}`);
  return change === undefined || change.name === '' ? entry : { ...entry, name: change.name, shortName: '' };
}
