import { orderRails, bicRails, sepaRails } from '../payment-rails.ts';
import type { Draft } from './draft-banks.ts';
import { bankChanges } from './bank-changes.ts';
import { readKeptTable } from './kept-table.ts';
import { networkOf, networkPrefixes } from './networks.ts';
import { type OtherFacts, otherFacts } from './other-facts.ts';
import { wholeNames, withoutRemarks } from './payer-name.ts';
import { registerEntries } from './register-entries.ts';
import { bicId, codeId, type RegisteredBank } from './registered-banks.ts';
import { shareRails } from './shared-rails.ts';
import type { SwiftBankCode } from './swift-bank-codes.ts';
import { usualSpelling } from './usual-spelling.ts';
import { townName } from './town-name.ts';
import { isCyrillic } from './latin-name.ts';
import { usualNames } from './usual-names.ts';

const members = readKeptTable('rail_member').map(({ bic, rails }) => [bic, rails.split(',')] as const);

const keptBics = new Set(
  readKeptTable('kept_bank').flatMap(({ code, bic }) => (code === `bic:${bic}` ? [bic] : [])),
);

/** The rows of the table bank: every institution with a BIC or a national code, with all that the tables know about it. */
export async function bankRows({ entries, banks, bicOnly, regional, seats, successorOf, idOfBic }: Draft) {
  const others = await otherFacts(idOfBic);
  const memberships = Map.groupBy(members, ([bic]) => idOfBic(bic));
  const spelled = usualSpelling([
    ...registerEntries.flatMap(({ country, name, shortName }) => [
      { country, name },
      { country, name: shortName },
    ]),
    ...[...seats.values()].map(({ bic, name }) => ({ country: bic.slice(4, 6), name })),
    ...readKeptTable('fedach').map(({ name }) => ({ country: 'US', name })),
    ...readKeptTable('ifsc_bank').map(({ name }) => ({ country: 'IN', name })),
  ]);
  // Only the further BICs of an institution that are kept by hand are known to be in use.
  const partsOf = Map.groupBy(
    [...regional].filter(([bic]) => keptBics.has(bic)),
    ([, id]) => id,
  );
  const previous = previousIds(banks, successorOf, idOfBic);
  for (const [now, before] of carriedIds({ entries, banks, bicOnly, regional, successorOf })) {
    previous.set(now, new Set([...(previous.get(now) ?? []), ...before]));
  }
  const national = banks.map((bank) => {
    const { id, name, entry } = bank;
    const bic = id === bicId(entry.bic) ? entry.bic.slice(0, 8) : entry.bic;
    const countries = new Set(bank.codes.map((held) => held.entry.country));
    // The law of its own country binds a bank, also one that has codes in the registers of other countries only.
    const home = bic === '' ? entry.country : bic.slice(4, 6);
    const hasCode = [...countries].some((country) => sepaRails(country).length > 0);
    const sepa = hasCode ? sepaRails(home) : [];
    const shortName = bank.codes.length === 1 && entry.shortName !== name ? entry.shortName : '';
    return {
      id,
      name,
      shortName,
      bic,
      type: entry.type,
      country: entry.country,
      sepa,
      isCut: entry.isCut,
      isKept: entry.source === 'kept',
    };
  });
  const unregistered = [...bicOnly.values()].map(({ bic, name, type }) => {
    return {
      id: bicId(bic),
      name,
      shortName: '',
      bic,
      type,
      country: bic.slice(4, 6),
      sepa: [],
      isCut: false,
      isKept: false,
    };
  });
  // One BIC may be in the registers of two countries. That of its own country is the better one.
  const all = [...national, ...unregistered].toSorted((a, b) => Number(isAbroad(a)) - Number(isAbroad(b)));
  const groups = Map.groupBy(all, ({ id }) => id);
  const reached = [...groups].map(([id, same]) => {
    const [{ name, shortName, bic, type, country, isCut, isKept }] = same as [(typeof all)[number]];
    const other = others.get(id);
    const seat = bic.length === 8 ? seats.get(bic) : undefined;
    const sepa = same.flatMap(({ sepa }) => sepa);
    const joined = (memberships.get(id) ?? []).flatMap(([, rails]) => rails);
    const known = [...bicRails(bic), ...joined, ...(other?.rails ?? [])];
    const parts = (partsOf.get(id) ?? []).flatMap(([part]) => bicRails(part));
    const rails = orderRails([...sepa, ...known, ...parts]);
    // Other banks may use the BIC of eight characters.
    const isOwn = id === bicId(bic) || bic.length === 11;
    const [usualShortName, usualName] = (isOwn ? usualNames[bic] : undefined) ?? [];
    const listed = other?.name ?? (isCut === true ? wholeName(name, seat) : latinName(name, seat));
    const registered = wholeNames[bic] ?? withoutRemarks(listed);
    const isByCountry = sepa.length > 0 || other?.isByCountry === true;
    return {
      id,
      name: (isInCapitals(registered) ? usualName : undefined) ?? spelledBeside(spelled, country, registered),
      short_name:
        otherShortName(other, name) ?? usualShortName ?? (isKept ? shortName : spelled(country, shortName)),
      bic,
      city: townName(seat?.city ?? ''),
      type: other?.type ?? type,
      network: networkOf(country, bic, name),
      country,
      rails,
      isByCountry,
      previous_ids: [...(previous.get(id) ?? [])]
        .filter((one) => one !== id)
        .toSorted()
        .join(','),
    };
  });
  return shareRails(reached).map(({ isByCountry, rails, ...row }) => ({
    ...row,
    rails: rails.join(','),
    rails_source: rails.length === 0 ? '' : isByCountry ? 'country' : 'register',
  }));
}

/** A name with the one in Cyrillic letters beside it, which stays as it is. */
function spelledBeside(spelled: ReturnType<typeof usualSpelling>, country: string, name: string): string {
  const [, latin = name, own = ''] = /^(.+?)( \([^()]*\p{Script=Cyrillic}.*\))$/u.exec(name) ?? [];
  return spelled(country, latin) + calmCyrillic(own);
}

/** `БАНК КИТАЯ В КАЗАХСТАНЕ` is `Банк Китая в Казахстане`. */
function calmCyrillic(own: string): string {
  if (!isInCapitals(own)) return own;
  return own.replaceAll(/\p{L}+/gu, (word) => {
    if (word.length < 3) return word.length === 1 ? word.toLowerCase() : word;
    return /[АЕЁИІОУЫЭЮЯ]/.test(word) ? word.charAt(0) + word.slice(1).toLowerCase() : word;
  });
}

function isInCapitals(name: string): boolean {
  return name === name.toUpperCase();
}

/** A name that the register cut off is whole in the list of BICs. Otherwise it is shown without the letter at its end. */
function wholeName(name: string, seat: SwiftBankCode | undefined): string {
  return seat?.name ?? name.replace(/\s\p{L}$/u, '');
}

/** The list of BICs has names in Latin letters, which are better than transliterated ones. The register's own stays beside it. */
function latinName(name: string, seat: SwiftBankCode | undefined): string {
  const [, registered = name] = /\(([^()]*)\)$/.exec(name) ?? [];
  const isForeign = isCyrillic(registered) || !/\p{Script=Latin}/u.test(name);
  return seat === undefined || !isForeign
    ? name
    : `${seat.name} (${isCyrillic(registered) ? registered : name})`;
}

function otherShortName(other: OtherFacts | undefined, name: string): string | undefined {
  return other === undefined || other.shortName === '' || other.shortName === name
    ? undefined
    : other.shortName;
}

function isAbroad({ country, bic }: { country: string; bic: string }): boolean {
  return bic !== '' && bic.slice(4, 6) !== country;
}

/**
 * The ids under which earlier versions knew the institutions of codes and BICs: the first eight characters of the BIC, or the
 * code where there was none.
 */
function previousIds(
  banks: readonly RegisteredBank[],
  successorOf: Draft['successorOf'],
  idOfBic: Draft['idOfBic'],
) {
  const previous = new Map<string, Set<string>>();
  const note = (id: string, before: string) => previous.set(id, (previous.get(id) ?? new Set()).add(before));
  const first = new Map<string, string>();
  const ofNetwork = new Map<string, string>();
  for (const entry of registerEntries) {
    const code = entry.country + entry.code;
    if (entry.source === 'kept' || entry.code === '' || first.has(code)) continue;
    first.set(code, entry.bic === '' ? codeId(entry) : bicId(entry.bic));
    if (networkPrefixes.some((prefix) => entry.bic.startsWith(prefix))) ofNetwork.set(code, codeId(entry));
  }
  for (const bank of banks) {
    for (const { entry } of bank.codes) {
      const before = first.get(entry.country + entry.code);
      if (before !== undefined) note(bank.id, before);
    }
  }
  for (const { code } of bankChanges.values()) {
    const successor = successorOf(code);
    const [scheme, value = ''] = code.split(':');
    const before = scheme === 'bic' ? bicId(value) : first.get(value);
    if (successor === undefined) continue;
    for (const id of [before, ofNetwork.get(value)]) if (id !== undefined) note(successor.id, id);
  }
  for (const [before, bic] of americanIds()) note(idOfBic(bic), before);
  return previous;
}

/** The ids of American institutions of the directory of 2018 whose numbers belong to another bank today, and its BIC. */
function americanIds(): [id: string, bic: string][] {
  const own = new Set(
    readKeptTable('fedach')
      .filter(({ routing_number, institution, bic }) => routing_number === institution && bic === '')
      .map(({ routing_number }) => routing_number),
  );
  return readKeptTable('routing_number')
    .filter(({ routing_number, institution, bic }) => {
      return bic !== '' && routing_number !== institution && own.has(routing_number);
    })
    .map(({ routing_number, bic }) => [`us_aba_${routing_number}`, bic]);
}

/** The tables as they were before they are rebuilt. */
const builtBefore = {
  bank: readKeptTable('bank'),
  replaced_id: readKeptTable('replaced_id'),
  institution: new Set(readKeptTable('institution').map(({ key }) => key.slice(key.indexOf('!') + 1))),
};

/**
 * The ids that banks had in the tables that are rebuilt, and those that were replaced before, by the id of the bank that has the
 * code or the BIC now. No id is ever forgotten.
 */
function carriedIds({
  entries,
  banks,
  bicOnly,
  regional,
  successorOf,
}: Pick<Draft, 'entries' | 'banks' | 'bicOnly' | 'regional' | 'successorOf'>) {
  const now = new Map([...regional].map(([bic, id]) => [bicId(bic), id]));
  for (const entry of entries) {
    const successor = successorOf(`bic:${entry.bic.slice(0, 8)}`);
    if (successor === undefined) continue;
    now.set(codeId(entry), successor.id);
    now.set(bicId(entry.bic), successor.id);
  }
  for (const { id, codes } of banks) {
    for (const { entry } of codes) {
      now.set(codeId(entry), id);
      if (entry.bic !== '' && !now.has(bicId(entry.bic))) now.set(bicId(entry.bic), id);
    }
  }
  const ids = new Set([...banks.map(({ id }) => id), ...[...bicOnly.keys()].map((bic) => bicId(bic))]);
  const carried = new Map<string, Set<string>>();
  const carry = (holder: string | undefined, before: string) => {
    if (holder === undefined) return;
    carried.set(holder, (carried.get(holder) ?? new Set()).add(before));
  };
  const holderOf = (id: string) => (ids.has(id) ? id : now.get(id));
  for (const { id } of builtBefore.bank) if (!ids.has(id)) carry(now.get(id), id);
  // American institutions whose BIC was not known.
  for (const { institution, bic } of readKeptTable('fedach')) {
    const id = `us_aba_${institution}`;
    if (bic !== '' && builtBefore.institution.has(id)) carry(holderOf(bicId(bic)), id);
  }
  for (const { id, now: known } of builtBefore.replaced_id) {
    for (const one of known.split(',')) carry(holderOf(one), id);
  }
  return carried;
}
