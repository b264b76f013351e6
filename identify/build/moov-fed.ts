import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ManifestSource } from '../data/manifest.ts';
import type { Participant } from './join-participants.ts';
import { cloneTag } from './packages.ts';

const repository = 'https://github.com/moov-io/fed';
const tag = 'v0.9.2';

/** The last directories of FedACH and Fedwire participants that the Federal Reserve released to the public. */
export const moovFedSource: ManifestSource = {
  name: 'FedACH and Fedwire directories',
  licence: 'facts; the copy in moov-io/fed: Apache-2.0',
  as_of: '2018-12-04',
  url: repository,
};

/**
 * The participants of FedACH, from text with 155 characters per line, and which of them the Fedwire directory lists for
 * transfers of funds. Format: "FedACH directory" and "Fedwire directory file format" of the Federal Reserve.
 */
export function fedParticipants(): Participant[] {
  const directory = cloneTag(repository, tag);
  const linesOf = (file: string) =>
    readFileSync(join(directory, 'data', file), 'latin1')
      .split(/\r?\n/)
      .filter((line) => line !== '');
  const wire = new Set(
    linesOf('fpddir.txt')
      .filter((line) => line[90] === 'Y')
      .map((line) => line.slice(0, 9)),
  );
  return linesOf('FedACHdir.txt').map((line) => {
    const routingNumber = line.slice(0, 9);
    // `0` is a Federal Reserve Bank, `1` a number in use, `2` one that was replaced.
    const recordType = line[19];
    return {
      routingNumber,
      name: line.slice(35, 71).trim(),
      city: line.slice(107, 127).trim(),
      state: line.slice(127, 129),
      phone: line.slice(138, 148),
      isFederalReserve: recordType === '0',
      takesWires: wire.has(routingNumber),
      replacedBy: recordType === '2' ? line.slice(26, 35) : '',
    };
  });
}
