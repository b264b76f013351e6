import { readFileSync, statSync } from 'node:fs';
import type { ManifestSource } from '../data/manifest.ts';

/**
 * The register of participants of SEPA Credit Transfer: the CSV that the European Payments Council publishes, in a file
 * that is named on the command line (`node identify/build/cross-check.ts sct.csv`). The council publishes no archive,
 * so no script downloads it. Without a file, nothing is compared with the register.
 */
const file = process.argv.slice(2).find((argument) => argument.endsWith('.csv'));

export const sepaRegisterSource: ManifestSource = {
  name: 'SEPA Credit Transfer register of participants',
  licence: 'facts only (European Payments Council)',
  as_of: file === undefined ? '' : statSync(file).mtime.toISOString().slice(0, 10),
  url: 'https://www.europeanpaymentscouncil.eu/what-we-do/be-involved/register-participants',
};

export interface SepaParticipant {
  /** 11 characters. */
  bic: string;
  name: string;
}

let participants: SepaParticipant[] | undefined;

/** Every participant that has not left the scheme. None if no file is named, which the script says once. */
export function sepaParticipants(): SepaParticipant[] {
  if (participants === undefined && file === undefined) {
    console.log('No file of the SEPA register is named: nothing is compared with it.');
  }
  return (participants ??= file === undefined ? [] : participantsIn(readFileSync(file, 'utf8')));
}

/** Reads the register's CSV by the names of its columns. Participants with a date of leaving are left out. */
export function participantsIn(text: string): SepaParticipant[] {
  const [header = [], ...rows] = text.split('\n').map((line) => cellsOf(line));
  const column = (pattern: RegExp) => header.findIndex((title) => pattern.test(title));
  const [bicAt, nameAt, leftAt] = [column(/^BIC$/i), column(/^Participant ?Name$/i), column(/Leaving Date/i)];
  if (bicAt < 0 || nameAt < 0) throw new Error('The register has no columns BIC and ParticipantName');
  return rows.flatMap((cells) => {
    const bic = (cells[bicAt] ?? '').padEnd(11, 'X');
    const name = (cells[nameAt] ?? '').replaceAll(/\s+/g, ' ').trim();
    const left = cells[leftAt] ?? '';
    return left === '' && name !== '' && /^[A-Z]{4}[A-Z0-9]{7}$/.test(bic) ? [{ bic, name }] : [];
  });
}

/** Cells are in quotation marks, which are doubled inside. */
function cellsOf(line: string): string[] {
  return [...line.matchAll(/"((?:[^"]|"")*)"/g)].map(([, cell = '']) => cell.replaceAll('""', '"'));
}
