import { readKeptTable } from './kept-table.ts';

/**
 * What other lists call the bank of a code (`iban:FR30003`, `bic:SOGEFRPP`), where they disagree with the tables and nobody has
 * settled who is right. Answers about these codes are not sure.
 */
export const openDisagreements: ReadonlyMap<string, string> = new Map(
  readKeptTable('disagreement')
    .filter(({ settled }) => settled === '')
    .map(({ code, says }) => [code, says]),
);
