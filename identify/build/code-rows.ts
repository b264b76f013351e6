import { changeNote } from '../bank-change-note.ts';
import { type BankChange, bankChanges } from './bank-changes.ts';
import { openDisagreements } from './disagreements.ts';
import type { Draft } from './draft-banks.ts';
import { bicId, type HeldCode, type RegisteredBank } from './registered-banks.ts';
import { extendsName, isSameName } from './same-bank.ts';

/** How many candidates an answer has at most. */
const mostCandidates = 5;

/** The rows of the table iban_bank: the holder of each code, or the bank that took it over. */
export function codeRows(draft: Draft) {
  const { banks, entries, successorOf } = draft;
  const bics = new Map(entries.map(({ country, code, bic }) => [country + code, bic]));
  const held = banks.flatMap((bank) =>
    bank.codes.map((held) => ({
      code: held.entry.country + held.entry.code,
      institution: idInRow(bank.id, held.entry.bic),
      bic: held.entry.bic,
      branch: branchName(bank, held),
      others: otherIds(bank, held, draft).join(','),
      note: renameNote(held) || doubtNote(held),
      source: held.entry.codeSource ?? held.entry.source,
    })),
  );
  const changes: (BankChange & { by?: string })[] = [...bankChanges.values(), ...takenByBic(entries)];
  const taken = changes.flatMap((change) => {
    const [scheme, code = ''] = change.code.split(':');
    const successor = scheme === 'iban' ? successorOf(change.by ?? change.code) : undefined;
    if (successor === undefined) return [];
    const note = changeNote(change, successor.name);
    const bic = bics.get(code) ?? '';
    // A list that names another bank may mean that the code was not taken over together with the BIC.
    const others = openDisagreements.has(change.code) ? successor.id : '';
    return [{ code, institution: idInRow(successor.id, bic), bic, branch: '', others, note, source: 'kept' }];
  });
  const known = new Set(held.map(({ code }) => code));
  const rows = new Map(taken.filter(({ code }) => !known.has(code)).map((row) => [row.code, row]));
  return [...held, ...rows.values()];
}

/** Rows leave out an id that is that of their BIC. */
function idInRow(id: string, bic: string): string {
  return bic !== '' && id === bicId(bic) ? '' : id;
}

/** Codes of a bank that was taken over, and that are only known by its BIC. */
function takenByBic(entries: Draft['entries']) {
  return entries.flatMap(({ country, code, bic }) => {
    const by = `bic:${bic.slice(0, 8)}`;
    const change = bankChanges.get(by);
    const isOwn = bankChanges.has(`iban:${country}${code}`);
    if (change === undefined || change.now === '' || isOwn) return [];
    return [{ ...change, code: `iban:${country}${code}`, by }];
  });
}

/** The name of a branch or a department, if the register has one for the code. */
function branchName({ name, codes }: RegisteredBank, { entry }: HeldCode): string {
  if (codes.length === 1 || entry.source === 'kept') return '';
  const own = entry.shortName === '' ? entry.name : entry.shortName;
  return isSameName(own, name) ? '' : own;
}

/**
 * The ids of all banks that may hold the code, the chosen one first. Empty if the choice is sure: the registers name no other
 * bank, and nor does another list.
 */
function otherIds(bank: RegisteredBank, held: HeldCode, { banks, idOfEntry }: Draft): string[] {
  const { country, code } = held.entry;
  const says = openDisagreements.get(`iban:${country}${code}`);
  if (held.isSure && says === undefined) return [];
  const ids = held.others.map((other) => idOfEntry(other)).filter((id) => id !== undefined);
  const called = banks.find(
    ({ entry, name }) => entry.country === country && says !== undefined && extendsName(name, says),
  );
  return [...new Set([bank.id, ...ids, ...(called === undefined ? [] : [called.id])])].slice(
    0,
    mostCandidates,
  );
}

function renameNote({ entry: { country, code, bic } }: HeldCode): string {
  const change = bankChanges.get(`iban:${country}${code}`) ?? bankChanges.get(`bic:${bic.slice(0, 8)}`);
  return change === undefined || change.name === '' ? '' : changeNote(change, '');
}

/** Says that another list disagrees, where no row of the tables is the bank that it names. */
function doubtNote({ entry: { country, code } }: HeldCode): string {
  const says = openDisagreements.get(`iban:${country}${code}`);
  return says === undefined ? '' : `Another list gives the code to ${says}.`;
}
