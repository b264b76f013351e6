import { foldWords } from '../fold-words.ts';
import { bicRails } from '../payment-rails.ts';
import { calledByBic } from './called-by-bic.ts';
import { extendsName, isDistinctive, isOneHolder, isSameInNetwork, isSameName } from './same-bank.ts';

/** An entry of a national register: a bank code, and a bank that may hold it. */
export interface Entry {
  country: string;
  code: string;
  /** 8 characters for the head office, 11 for a branch, or empty. */
  bic: string;
  name: string;
  shortName: string;
  primary: boolean;
  /** The key of its source in the manifest. `kept` is a row that is kept by hand. */
  source: string;
  /** The key of the source of its code, where no other source confirms it. */
  codeSource?: string;
  type: string;
  /** Whether the register says that the code is about to be deleted. */
  isFormer?: boolean;
  /** Whether the register cut the name off. */
  isCut?: boolean;
}

/** The holder of a code, chosen from all entries of the registers. */
export interface HeldCode {
  entry: Entry;
  /** Whether the code names this bank and no other. */
  isSure: boolean;
  /** Other banks that the code may belong to, as entries with the same code or the same BIC. */
  others: Entry[];
}

/** A bank, and the national codes that lead to it. */
export interface RegisteredBank {
  id: string;
  /** The entry that describes it. */
  entry: Entry;
  name: string;
  codes: HeldCode[];
}

/** Registers in which a BIC belongs to one bank, whatever its departments are called. */
const oneBankABic = new Set('AT CH DE DK FI NO SE'.split(' '));
/** Registers that were made from lists of BICs: the name is that of the BIC's holder, which need not hold the code. */
const namedByBic = new Set(['FR']);
/** Registers that keep the codes of banks that were taken over, under their old names and the BIC of the new bank. */
const keepsRetired = new Set(['ES', 'IT']);
/** Registers whose keeper assigns the codes: a name belongs to the code, whatever the BIC. */
const namedByCode = new Set('AT CH DE DK FI GB LT NO PL SE'.split(' '));

/** Facts about BICs that the registers lack. */
export interface BicFacts {
  /** The beginnings of BICs that many independent banks share. */
  networks: readonly string[];
  /** How alike a name is to that of the BIC's holder in the list of BICs, from 0 to 1. */
  likeness: (bic: string, name: string) => number;
}

/**
 * Chooses the holder of each national code, and joins the codes of one bank. The rules, in this order:
 *
 * 1. A row that is kept by hand comes before all registers.
 * 2. An entry with a BIC that only this code has comes before one with the BIC of a head office, which others share.
 * 3. The entry that the register calls primary comes before the others.
 * 4. An active bank comes before one that was taken over.
 * 5. Codes of a network are one bank if the register gives them one BIC, or one name with a word of its own.
 *
 * If other banks remain, the code is not sure. A bank is called by its BIC. Banks of a network, and others that use the BIC of
 * another bank, are called by their first code.
 */
export function registerBanks(entries: readonly Entry[], facts: BicFacts): RegisteredBank[] {
  const codesByBic = new Map<string, Set<string>>();
  for (const { country, bic, code } of entries) {
    const key = country + bic;
    codesByBic.set(key, (codesByBic.get(key) ?? new Set()).add(code));
  }
  const users = ({ country, bic }: Entry) => codesByBic.get(country + bic)?.size ?? 0;
  const held = [...Map.groupBy(entries, ({ country, code }) => `${country}${code}`).values()].map((all) =>
    atHeadOffice(chooseHolder(all, users), all),
  );
  const byBic = Map.groupBy(held, ({ entry: { country, code, bic } }) =>
    bic === '' ? `${country} ${code}` : `${country}/${bic.slice(0, 8)}`,
  );
  return joinByName(joinAbroad([...byBic.values()].flatMap((codes) => banksOfBic(codes, facts))), facts);
}

/**
 * A bank's BIC is that of its head office, if the register has it for the code as well. In a network, the head office's is that
 * of another bank, under another name.
 */
function atHeadOffice(held: HeldCode, all: readonly Entry[]): HeldCode {
  const { entry } = held;
  if (entry.source === 'kept' || entry.bic.length !== 11) return held;
  const seats = all.filter(({ bic }) => bic === entry.bic.slice(0, 8));
  const [seat] = seats.filter(({ name, code }) => isSameName(name, entry.name) && code === entry.code);
  return seat === undefined || !isOwnName(entry.bic) ? held : { ...held, entry: seat };
}

/** Head offices whose name and BIC a register repeats for codes of other banks. */
const sharedSeats = ['AGRIFRPP', 'CCBPFRPP', 'CEPAFRPP', 'CMCIFR'];

/** The BICs of head offices of banks that have a BIC for each region. Elsewhere it is the one with the most codes. */
export const headOffices: ReadonlySet<string> = new Set([
  'DEUTDEFF',
  'COBADEFF',
  'WBKPPLPP',
  'INGBPLPW',
  'PPABPLPK',
]);

/** Registers that have the full name of a bank for each of its codes, so that one name is one bank. */
const keepsNames = new Set(['DE', 'DK', 'PL', 'UA']);

/** Those of them in which a name is one bank's, also for codes without a BIC. */
const namesWithoutBic = new Set(['DK', 'PL', 'UA']);

/**
 * Joins the banks of one country that have one full name and several BICs, as those of regions or of banks that were merged. Where
 * the register does not have the full name for each code, the BICs also have to begin alike. Banks of networks share names, except
 * in Poland, where each has its town in its name, and so do those whose name has no word of its own.
 */
function joinByName(banks: readonly RegisteredBank[], { networks }: BicFacts): RegisteredBank[] {
  const isAlone = ({ entry: { bic, country }, name, codes }: RegisteredBank) =>
    codes.length === 0 ||
    (bic === '' && !namesWithoutBic.has(country)) ||
    !isDistinctive(name) ||
    (country !== 'PL' && networks.some((prefix) => bic.startsWith(prefix)));
  const alone = banks.filter(isAlone);
  const groups: RegisteredBank[][] = [];
  const byCountry = new Map<string, RegisteredBank[][]>();
  for (const bank of banks.filter((one) => !isAlone(one)).toSorted((a, b) => weight(b) - weight(a))) {
    const country = homeOf(bank);
    const known = byCountry.get(country) ?? [];
    const group = known.find(([seat]) => seat !== undefined && isOneByName(bank, seat));
    if (group === undefined) {
      const made = [bank];
      groups.push(made);
      byCountry.set(country, [...known, made]);
    } else group.push(bank);
  }
  return [
    ...groups.map(([seat, ...others]) => {
      if (seat === undefined) throw new Error('A group has no bank');
      return { ...seat, codes: [seat, ...others].flatMap(({ codes }) => codes) };
    }),
    ...alone,
  ];
}

/** The country of a bank, which may be another than that of the register. */
function homeOf({ entry: { bic, country } }: RegisteredBank): string {
  return bic === '' ? country : bic.slice(4, 6);
}

function weight({ entry: { bic }, codes }: RegisteredBank): number {
  const isHeadOffice = headOffices.has(bic.slice(0, 8));
  return (
    (isHeadOffice ? 2_000_000 : calledByBic.has(bic.slice(0, 8)) ? 1_000_000 : 0) +
    (bicRails(bic).length > 0 ? 100_000 : 0) +
    codes.length
  );
}

function isCalledByBic({ entry: { bic } }: RegisteredBank): boolean {
  return calledByBic.has(bic.slice(0, 8));
}

/** Whether two banks have one full name, or in Germany the one the BIC of the other's party and a name that extends its name. */
function isOneByName(bank: RegisteredBank, seat: RegisteredBank): boolean {
  if (bank.entry.bic.slice(0, 8) !== seat.entry.bic.slice(0, 8) && isCalledByBic(bank)) return false;
  const fullName = foldWords(bank.name).join(' ');
  if (isOneHolder(homeOf(bank), bank.name) && fullName === foldWords(seat.name).join(' ')) return true;
  const isOneParty = bank.entry.bic !== '' && bank.entry.bic.slice(0, 6) === seat.entry.bic.slice(0, 6);
  if ((keepsNames.has(bank.entry.country) || isOneParty) && isSameInNetwork(bank.name, seat.name))
    return true;
  return (
    bank.entry.country === 'DE' &&
    headOffices.has(seat.entry.bic.slice(0, 8)) &&
    bank.entry.bic.slice(0, 6) === seat.entry.bic.slice(0, 6) &&
    extendsName(bank.name, seat.name)
  );
}

/** Gives the codes that a bank has in registers of other countries to the bank with the same BIC at home. */
function joinAbroad(banks: readonly RegisteredBank[]): RegisteredBank[] {
  const isAbroad = ({ entry: { bic, country } }: RegisteredBank) => bic !== '' && bic.slice(4, 6) !== country;
  const home = banks.filter((bank) => !isAbroad(bank));
  const byBic = new Map(home.flatMap((bank) => bank.codes.map(({ entry }) => [entry.bic, bank] as const)));
  const joined = new Map<RegisteredBank, HeldCode[]>();
  const alone = banks.filter((bank) => {
    const own = isAbroad(bank) ? byBic.get(bank.entry.bic) : undefined;
    if (own !== undefined) joined.set(own, [...(joined.get(own) ?? []), ...bank.codes]);
    return own === undefined;
  });
  return alone.map((bank) => ({ ...bank, codes: [...bank.codes, ...(joined.get(bank) ?? [])] }));
}

function chooseHolder(entries: readonly Entry[], users: (entry: Entry) => number): HeldCode {
  const ranked = entries.toSorted((a, b) => rank(b, users) - rank(a, users));
  const [entry] = ranked;
  if (entry === undefined) throw new Error('A code has no entry');
  const isSettled = entry.source === 'kept' || isOwn(entry, users);
  const rivals = isSettled
    ? []
    : ranked.filter((other) => !isOneBank(other, entry) && !isBranch(other, entry));
  const others = [...new Map(rivals.map((other) => [other.name, other])).values()];
  return { entry, isSure: others.length === 0, others };
}

function rank(entry: Entry, users: (entry: Entry) => number): number {
  return (entry.source === 'kept' ? 4 : 0) + (isOwn(entry, users) ? 2 : 0) + (entry.primary ? 1 : 0);
}

/** Whether the entry has a BIC with a branch that no other code has: that of a bank in a network. */
function isOwn(entry: Entry, users: (entry: Entry) => number): boolean {
  return entry.bic.length === 11 && users(entry) === 1 && namedByBic.has(entry.country);
}

/** Whether the register lists one entry under the other as a branch: it has the same BIC, and is not primary. */
function isBranch(entry: Entry, seat: Entry): boolean {
  return seat.primary && !entry.primary && entry.bic.slice(0, 8) === seat.bic.slice(0, 8);
}

/** Whether two entries with one BIC of eight characters, or none, are one bank outside of networks. */
function isOneBank(one: Entry, other: Entry): boolean {
  if (isSameName(one.name, other.name)) return true;
  if (one.bic.slice(0, 8) !== other.bic.slice(0, 8)) return false;
  if (oneBankABic.has(one.country)) return true;
  if ([one, other].some(({ source }) => source === 'kept')) return false;
  return !keepsRetired.has(one.country) && extendsName(one.name, other.name);
}

function isOneOfNetwork(one: Entry, other: Entry): boolean {
  return (
    isSameInNetwork(one.name, other.name) ||
    (oneBankABic.has(one.country) &&
      one.bic === other.bic &&
      (one.bic.length === 11 || isSameName(one.name, other.name)))
  );
}

/** The banks that share the first eight characters of a BIC. */
function banksOfBic(codes: readonly HeldCode[], { networks, likeness }: BicFacts): RegisteredBank[] {
  const [{ entry: any } = { entry: undefined }] = codes;
  if (any === undefined) return [];
  const isNetwork = networks.some((prefix) => any.bic.startsWith(prefix));
  const groups = groupCodes(codes, isNetwork ? isOneOfNetwork : isOneBank);
  const closeness = (group: readonly HeldCode[]) =>
    Math.max(...group.map(({ entry }) => (entry.source === 'kept' ? 2 : likeness(entry.bic, entry.name))));
  const [seat] = groups
    .filter(hasSeat)
    .toSorted((a, b) => closeness(b) - closeness(a) || b.length - a.length);
  if (seat === undefined) return groups.map((group) => toBank(group, groups.length === 1));
  const retired =
    isNetwork || !keepsRetired.has(any.country)
      ? []
      : groups.filter((group) => group !== seat && hasSeat(group) && !isKept(group));
  const active = groups.filter((group) => !retired.includes(group));
  const holder = toBank(seat, !isNetwork || active.length === 1);
  const moved = retired
    .flat()
    .map(({ entry, others }) => ({ entry, isSure: false, others: [entry, ...others] }));
  return [
    { ...holder, codes: [...holder.codes.map((code) => doubt(code, codes.length, holder.entry)), ...moved] },
    ...active
      .filter((group) => group !== seat)
      .map((group) => toBank(group, false))
      .map((bank) => ({ ...bank, codes: bank.codes.map((code) => doubt(code, codes.length, holder.entry)) })),
    ...retired.map((group) => ({ ...toBank(group, false), codes: [] })),
  ];
}

function groupCodes(codes: readonly HeldCode[], isOne: (one: Entry, other: Entry) => boolean): HeldCode[][] {
  const groups: HeldCode[][] = [];
  for (const code of codes.toSorted((a, b) => (a.entry.code < b.entry.code ? -1 : 1))) {
    const group = groups.find((group) => group.some(({ entry }) => isOne(code.entry, entry)));
    if (group === undefined) groups.push([code]);
    else group.push(code);
  }
  return groups;
}

/** A name under a head office's BIC that other codes have as well may be that of the head office, not of the code. */
function doubt(code: HeldCode, codesOfBic: number, seat: Entry): HeldCode {
  const { entry } = code;
  if (entry.source === 'kept' || entry.bic.length !== 8 || codesOfBic === 1) return code;
  if (namedByBic.has(entry.country))
    return isSameName(entry.name, seat.name) && isOwnName(entry.bic) ? code : { ...code, isSure: false };
  if (namedByCode.has(entry.country) || isOneBank(entry, seat)) return code;
  return { ...code, isSure: false, others: [...code.others, seat] };
}

/** Whether the codes with a BIC are those of its holder, not of a network whose head office lends it its name. */
function isOwnName(bic: string): boolean {
  return !sharedSeats.some((prefix) => bic.startsWith(prefix));
}

function hasSeat(group: readonly HeldCode[]): boolean {
  return group.some(({ entry }) => entry.bic.length === 8);
}

function isKept(group: readonly HeldCode[]): boolean {
  return group.some(({ entry }) => entry.source === 'kept');
}

/** The bank of a group of codes, under the name that most of them have, and one of today if there is one. */
function toBank(codes: HeldCode[], isAlone: boolean): RegisteredBank {
  const [first] = codes;
  if (first === undefined) throw new Error('A bank has no code');
  const keptRow = codes.find(({ entry }) => entry.source === 'kept');
  const isFormer = (held: readonly HeldCode[]) => Number(held.every(({ entry }) => entry.isFormer === true));
  const names = [...Map.groupBy(codes, ({ entry }) => entry.name)].toSorted(
    ([, a], [, b]) => isFormer(a) - isFormer(b) || b.length - a.length,
  );
  const seats = codes.filter(({ entry }) => entry.bic.length === 8);
  const today = codes.find(({ entry }) => entry.isFormer !== true);
  const { entry } = keptRow ?? seats[0] ?? today ?? first;
  const name = keptRow?.entry.name ?? names[0]?.[0] ?? entry.name;
  return { id: isAlone && entry.bic !== '' ? bicId(entry.bic) : codeId(first.entry), entry, name, codes };
}

/** The id of an institution that its BIC names. */
export function bicId(bic: string): string {
  return `${bic.slice(4, 6)}_bic_${bic.slice(0, 8)}`.toLowerCase();
}

/** The id of an institution that its national code names. */
export function codeId({ country, code }: Pick<Entry, 'country' | 'code'>): string {
  return `${country}_bank_code_${code}`.toLowerCase();
}
