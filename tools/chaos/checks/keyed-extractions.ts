import type { Check } from './check.ts';

/** An extraction under a key is charged once, however often it is sent. */
export const keyedExtractions: Check = {
  rule: 'keyed-extractions',
  holds: 'A keyed extraction is charged once, whether it has a result or not, and has one event.',
  find({ journal, ledger, extractionEvents }) {
    const charges = ledger.filter(({ reason }) => reason === 'extract');
    const charged = charges.length;
    const told = extractionEvents.map(({ source }) => source.id).toSorted();
    const paid = charges.map(({ ref }) => ref).toSorted();
    if (told.join() !== paid.join())
      return [{ what: `${told.length} events, and ${charged} charges, differ` }];
    const unknown = journal.extractions.filter(({ fate }) => fate.is === 'unknown').length;
    const expected = journal.extractions.length - unknown;
    if (charged >= expected && charged <= expected + unknown) return [];
    const also = unknown > 0 ? ` and ${unknown} were not answered` : '';
    return [{ what: `${expected} extractions were answered${also}, and ${charged} are charged` }];
  },
};
