import type { Check } from './check.ts';

/** A lookup under a key is charged once, however often it is sent. */
export const keyedLookups: Check = {
  rule: 'keyed-lookups',
  holds: 'A keyed lookup that identified an institution is charged once; one that did not, never.',
  find({ journal, ledger }) {
    const charged = ledger.filter(({ reason }) => reason === 'identify').length;
    const expected = journal.lookups.filter(({ result }) => result === 'identified').length;
    const unknown = journal.lookups.filter(({ fate }) => fate.is === 'unknown').length;
    if (charged >= expected && charged <= expected + unknown) return [];
    const also = unknown > 0 ? ` and ${unknown} were not answered` : '';
    return [{ what: `${expected} lookups identified an institution${also}, and ${charged} are charged` }];
  },
};
