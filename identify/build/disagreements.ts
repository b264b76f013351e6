import { readKeptTable } from './kept-table.ts';

/**
 * Names that other lists give the bank of a code (`iban:FR30003`, `bic:SOGEFRPP`) where they disagree with the tables
 * and nobody has decided which is right. Answers about these codes are not certain.
 */
export const openDisagreements: ReadonlyMap<string, string> = new Map(
  readKeptTable('disagreement')
    .filter(({ settled }) => settled === '')
    .map(({ code, says }) => [code, says]),
);
