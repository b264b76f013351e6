import { bicRails } from '../payment-rails.ts';
import { calledByBic } from './called-by-bic.ts';
import type { JoinedBics } from './join-bics.ts';
import { readKeptTable } from './kept-table.ts';
import { foldWords } from '../fold-words.ts';
import { entityName, nameOfWhole } from './legal-entity.ts';
import { networkPrefixes } from './networks.ts';
import { bicId, headOffices, type RegisteredBank } from './registered-banks.ts';
import { isOneHolder } from './same-bank.ts';

/** Banks with national codes, and institutions that only have BICs, after those of one legal entity were joined. */
export interface JoinedEntities extends JoinedBics {
  banks: readonly RegisteredBank[];
}

/** An institution that its BIC names. */
interface Named {
  bic: string;
  names: readonly string[];
  weight: number;
}

/** Entries of the list of BICs, by the first eight characters. */
interface ListedBics {
  /** How many BICs of 11 characters there are. */
  branches: ReadonlyMap<string, number>;
  seats: ReadonlyMap<string, { name: string }>;
}

/** Names that the tables of other rails give the institution of a BIC. */
const otherNames = Map.groupBy(
  (['sort_code', 'sort_code_range', 'routing_number', 'fedach'] as const).flatMap((table) =>
    readKeptTable(table).map(({ bic, name }) => ({ bic: bic.slice(0, 8), name })),
  ),
  ({ bic }) => bic,
);

/**
 * Joins the institutions of one country that are one legal entity: those whose BICs begin with one party and that are called alike but
 * for the legal form, a branch or a department, and those with one full name that no other institution of the country has. Banks of
 * networks share both.
 */
export function joinEntities(
  banks: readonly RegisteredBank[],
  { bicOnly, regional }: JoinedBics,
  { branches, seats }: ListedBics,
): JoinedEntities {
  const named: Named[] = [
    ...banks
      .filter(({ id, entry }) => entry.bic !== '' && id === bicId(entry.bic))
      .map(({ entry: { bic, isCut }, name, codes }) => {
        const whole = isCut === true ? seats.get(bic.slice(0, 8))?.name : undefined;
        return nameOf(bic.slice(0, 8), whole ?? name, codes.length, true);
      }),
    ...[...bicOnly.values()].map(({ bic, name }) => nameOf(bic, name, branches.get(bic) ?? 0, false)),
  ].filter(({ bic }) => !networkPrefixes.some((prefix) => bic.startsWith(prefix)));
  const seatOf = new Map<string, string>();
  for (const group of groupEntities(named)) {
    const [seat] = group.toSorted((a, b) => b.weight - a.weight || (a.bic < b.bic ? -1 : 1));
    for (const { bic } of group) {
      if (seat !== undefined && bic !== seat.bic) seatOf.set(bicId(bic), bicId(seat.bic));
    }
  }
  return moveTo(seatOf, banks, { bicOnly, regional });
}

/** @param size the number of its codes, or else of its branches */
function nameOf(bic: string, name: string, size: number, hasCodes: boolean): Named {
  const names = [name, ...(otherNames.get(bic) ?? []).map((other) => other.name)];
  const isHeadOffice = headOffices.has(bic);
  const weight =
    (isHeadOffice ? 4_000_000 : calledByBic.has(bic) ? 2_000_000 : 0) +
    (hasCodes ? 1_000_000 : 0) +
    (bicRails(bic).length > 0 ? 500_000 : 0) +
    size;
  return { bic, names, weight };
}

/** The institutions of each legal entity. Two that share a key are one, and so are both with a third that shares one with either. */
function groupEntities(named: readonly Named[]): Named[][] {
  const forms = new Map<string, Set<string>>();
  for (const { bic, names } of named) {
    for (const { core, form } of names.map(entityName)) {
      const key = `${bic.slice(0, 6)} ${core}`;
      if (form !== '') forms.set(key, (forms.get(key) ?? new Set()).add(form));
    }
  }
  // Where a party has a company of each of two legal forms, a name without one may be that of either.
  const keysOf = ({ bic, names }: Named) =>
    names.flatMap((name) => {
      const { core, form } = entityName(name);
      const key = `${bic.slice(0, 6)} ${core}`;
      const country = bic.slice(4, 6);
      return [
        ...(core === '' ? [] : [(forms.get(key)?.size ?? 0) > 1 ? `${key}/${form}` : key]),
        ...(isOneHolder(country, name) ? [`${country}= ${foldWords(name).join(' ')}`] : []),
      ];
    });
  const groups = new Map<string, Named[]>();
  for (const one of named) {
    const keys = keysOf(one);
    const group = [
      ...new Set(keys.map((key) => groups.get(key)).filter((known) => known !== undefined)),
    ].flat();
    group.push(one);
    for (const key of new Set([...keys, ...group.flatMap(keysOf)])) groups.set(key, group);
  }
  return [...new Set(groups.values())];
}

/** Gives the codes and the BICs of institutions to the ones that they are parts of. */
function moveTo(
  seatOf: ReadonlyMap<string, string>,
  banks: readonly RegisteredBank[],
  { bicOnly, regional }: JoinedBics,
): JoinedEntities {
  const own = new Map(banks.map((bank) => [bank.id, bank] as const));
  const parts = Map.groupBy(
    banks.filter(({ id }) => seatOf.has(id)),
    ({ id }) => seatOf.get(id) ?? '',
  );
  const moved = new Map([...regional].map(([bic, id]) => [bic, seatOf.get(id) ?? id] as const));
  const alone = new Map(bicOnly);
  for (const [part, seat] of seatOf) {
    const bank = own.get(part);
    const bic = (bank?.entry.bic ?? part.slice(-8)).slice(0, 8).toUpperCase();
    alone.delete(bic);
    moved.set(bic, seat);
  }
  const seats: RegisteredBank[] = [...parts].flatMap(([seat, held]) => {
    if (own.has(seat)) return [];
    // Only a part of it has national codes.
    const bic = seat.slice(-8).toUpperCase();
    const only = bicOnly.get(bic);
    const [first] = held;
    if (only === undefined || first === undefined) throw new Error(`${seat} is no institution`);
    alone.delete(bic);
    const { name, type } = only;
    return [
      { ...first, id: seat, name, entry: { ...first.entry, bic, name, shortName: '', type }, codes: [] },
    ];
  });
  // Its name is that of the whole, not of one of its branches.
  for (const seat of new Set(seatOf.values())) {
    const only = alone.get(seat.slice(-8).toUpperCase());
    if (only !== undefined) alone.set(only.bic, { ...only, name: nameOfWhole(only.name) });
  }
  return {
    banks: [...banks.filter(({ id }) => !seatOf.has(id)), ...seats].map((bank) => ({
      ...bank,
      codes: [...bank.codes, ...(parts.get(bank.id) ?? []).flatMap(({ codes }) => codes)],
    })),
    bicOnly: alone,
    regional: moved,
  };
}
