import { comparableName } from '../american-name.ts';
import type { tableColumns } from '../data/tables.ts';

/** A routing number in the directory of FedACH participants. Unknown values are empty. */
export interface Participant {
  routingNumber: string;
  name: string;
  city: string;
  state: string;
  phone: string;
  isFederalReserve: boolean;
  takesWires: boolean;
  replacedBy: string;
}

/** A number of the hand-kept table, and the first number of its institution. */
interface KeptNumber {
  routing_number: string;
  institution: string;
}

/** An institution with a BIC, and its city as in `NEW YORK, NY`. */
interface BicHolder {
  bic: string;
  name: string;
  city: string;
}

export type ParticipantRow = Record<(typeof tableColumns.fedach)[number], string>;

/**
 * The rows of the table fedach, with the institution that each number belongs to.
 *
 * Numbers with the same name and state belong to one institution if they also share the city or the telephone number. Banks
 * with the same name in one state are often unrelated (Texas has dozens called First State Bank), but not in one town. If the
 * hand-kept table has one of the numbers, they all belong to its institution. An institution has a BIC if exactly one BIC has
 * the same name and city.
 * @param usual writes a name, and a place, in usual capitals
 * @throws {Error} if a replacement is not in the directory or is part of a circle
 */
export function joinParticipants(
  participants: readonly Participant[],
  kept: readonly KeptNumber[],
  bics: readonly BicHolder[],
  usual: { name: (name: string) => string; place: (place: string) => string },
): ParticipantRow[] {
  const known = new Map(participants.map((one) => [one.routingNumber, one]));
  const current = participants.filter(({ replacedBy }) => replacedBy === '');
  const keptInstitutions = new Map(kept.map((row) => [row.routing_number, row.institution]));
  const holders = bicsByPlace(bics);
  const institutions = groupParticipants(current).map((group) => {
    const keptHere = new Set(group.flatMap(({ routingNumber }) => keptInstitutions.get(routingNumber) ?? []));
    const [first = ''] = group.map(({ routingNumber }) => routingNumber).toSorted();
    const bic = keptHere.size === 0 ? bicOf(group, holders) : undefined;
    return { group, institution: only(keptHere) ?? first, bic };
  });
  // A BIC that fits two institutions is given to neither.
  const uses = Map.groupBy(institutions, ({ bic }) => bic);
  const rows = institutions.flatMap(({ group, institution, bic }) =>
    group.map((one) => ({
      routing_number: one.routingNumber,
      name: usual.name(one.name),
      city: usual.place(one.city),
      state: one.state,
      type: one.isFederalReserve ? 'central_bank' : '',
      bic: bic !== undefined && uses.get(bic)?.length === 1 ? bic : '',
      institution,
      wire: one.takesWires ? 'yes' : '',
      replaced_by: '',
    })),
  );
  const replaced = participants.filter(({ replacedBy }) => replacedBy !== '');
  return [...rows, ...replaced.map((one) => replacedRow(one, known))];
}

/** A replaced number has only its replacement. Everything else is in the row of that. */
function replacedRow(replaced: Participant, known: ReadonlyMap<string, Participant>): ParticipantRow {
  const replaced_by = followReplacements(replaced, known);
  const nothing = { name: '', city: '', state: '', type: '', bic: '', institution: '', wire: '' };
  return { routing_number: replaced.routingNumber, ...nothing, replaced_by };
}

/** The number at the end of the chain. */
function followReplacements(replaced: Participant, known: ReadonlyMap<string, Participant>): string {
  const passed = new Set<string>();
  let at: Participant | undefined = replaced;
  while (at !== undefined && at.replacedBy !== '' && !passed.has(at.routingNumber)) {
    passed.add(at.routingNumber);
    at = known.get(at.replacedBy);
  }
  if (at === undefined || at.replacedBy !== '') {
    throw new Error(`${replaced.routingNumber} is replaced by an unknown number, or by itself`);
  }
  return at.routingNumber;
}

/** Participants of one institution, together. */
function groupParticipants(participants: readonly Participant[]): Participant[][] {
  const leaders = new Map<Participant, Participant>();
  const leaderOf = (one: Participant): Participant => {
    const leader = leaders.get(one);
    return leader === undefined ? one : leaderOf(leader);
  };
  const first = new Map<string, Participant>();
  for (const one of participants) {
    const who = `${comparableName(one.name)}|${one.state}`;
    for (const key of [`${who}|${lettersOf(one.city)}`, `${who}|${one.phone}`]) {
      const leader = leaderOf(one);
      const other = leaderOf(first.get(key) ?? one);
      if (leader !== other) leaders.set(leader, other);
      first.set(key, other);
    }
  }
  return [...Map.groupBy(participants, leaderOf).values()];
}

/** BICs by the name and the city of their holders. */
function bicsByPlace(holders: readonly BicHolder[]): Map<string, string[]> {
  const american = holders.filter(({ bic }) => bic.slice(4, 6) === 'US');
  const byPlace = Map.groupBy(american, ({ name, city }) => `${comparableName(name)}|${lettersOf(city)}`);
  return new Map([...byPlace].map(([place, all]) => [place, all.map(({ bic }) => bic)]));
}

function bicOf(group: readonly Participant[], holders: ReadonlyMap<string, string[]>): string | undefined {
  const places = group.map(({ name, city, state }) => `${comparableName(name)}|${lettersOf(city + state)}`);
  return only(new Set(places.flatMap((place) => holders.get(place) ?? [])));
}

function lettersOf(text: string): string {
  return text.toUpperCase().replaceAll(/[^A-Z]/g, '');
}

function only(values: ReadonlySet<string>): string | undefined {
  return values.size === 1 ? [...values][0] : undefined;
}
