import { foldWords } from '../fold-words.ts';
import { bicRails } from '../payment-rails.ts';
import { calledByBic } from './called-by-bic.ts';
import { networkPrefixes } from './networks.ts';
import { bicId, type RegisteredBank } from './registered-banks.ts';
import { isOneHolder } from './same-bank.ts';

export interface BicOnly {
  bic: string;
  name: string;
  type: string;
  source: string;
}

/** The BICs that only have an institution, after those of one institution were joined. */
export interface JoinedBics {
  bicOnly: ReadonlyMap<string, BicOnly>;
  /** The other BICs of institutions, as those of regions and departments, and the ids of these. */
  regional: ReadonlyMap<string, string>;
}

/**
 * Joins the BICs of one country that have one full name: those of the regions and departments of an institution. Where many
 * institutions may have the name, the BICs also have to begin alike. An institution is called as the bank with national codes is,
 * or by the BIC that other tables have, or by that of most branches, if it is connected to SWIFT.
 * @param branches how many BICs of 11 characters the list of BICs has, by the first eight
 */
export function joinBics(
  all: ReadonlyMap<string, BicOnly>,
  banks: readonly RegisteredBank[],
  branches: ReadonlyMap<string, number>,
): JoinedBics {
  const bicOnly = new Map(all);
  const regional = new Map<string, string>();
  const holders = holdersByName(banks);
  const rank = (bic: string) =>
    (calledByBic.has(bic) ? 1_000_000 : 0) +
    (bicRails(bic).length > 0 ? 100_000 : 0) +
    (branches.get(bic) ?? 0);
  // A BIC that is kept by hand is an institution of its own, unless it is not connected to SWIFT.
  const joinable = [...all.values()].filter(
    ({ bic, source }) => (source !== 'kept' || bicRails(bic).length === 0) && !isOfNetwork(bic),
  );
  for (const [key, group] of Map.groupBy(joinable, ({ bic, name }) => holderKey(bic, name))) {
    const holder = holders.get(key);
    const ranked = group.toSorted((a, b) => rank(b.bic) - rank(a.bic) || (a.bic < b.bic ? -1 : 1));
    const [seat] = ranked;
    const id = holder ?? (seat === undefined ? '' : bicId(seat.bic));
    for (const { bic } of ranked) {
      if (bicId(bic) === id || calledByBic.has(bic)) continue;
      bicOnly.delete(bic);
      regional.set(bic, id);
    }
  }
  return { bicOnly, regional };
}

/** The ids of banks with national codes, by their names. One that banks of a network share is no bank's. */
function holdersByName(banks: readonly RegisteredBank[]): ReadonlyMap<string, string> {
  const named = Map.groupBy(banks, ({ entry: { bic, country }, name }) =>
    isOfNetwork(bic) && isOneHolder(country, name)
      ? `${country} ${foldWords(name).join(' ')}`
      : holderKey(bic, name),
  );
  return new Map(
    [...named].flatMap(([key, [first, ...others]]) =>
      first === undefined || first.entry.bic === '' || (isOfNetwork(first.entry.bic) && others.length > 0)
        ? []
        : [[key, first.id] as const],
    ),
  );
}

function holderKey(bic: string, name: string): string {
  const country = bic.slice(4, 6);
  const party = isOneHolder(country, name) && !isOfNetwork(bic) ? country : bic.slice(0, 6);
  return `${party} ${foldWords(name).join(' ')}`;
}

function isOfNetwork(bic: string): boolean {
  return networkPrefixes.some((prefix) => bic.startsWith(prefix));
}
