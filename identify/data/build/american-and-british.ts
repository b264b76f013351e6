import { keepTable } from './kept-table.ts';

/**
 * The tables of routing numbers and sort codes are kept by hand. After a change: `node
 * identify/data/build/american-and-british.ts`. README.md says how their rows were selected and checked.
 */
keepTable('routing_number', {
  federal_reserve: {
    name: 'E-Payments Routing Directory of the Federal Reserve Banks',
    licence: 'facts only',
    as_of: '2018-12-04',
    url: 'https://www.frbservices.org/EPaymentsDirectory/search.html',
  },
});

const prefixLists = {
  name: 'Public lists of sort codes that agree with one another',
  licence: 'facts only',
  as_of: '2026-02-28',
  url: 'https://en.wikipedia.org/wiki/Sort_code',
};
keepTable('sort_code', { lists: prefixLists });
keepTable('sort_code_range', { lists: prefixLists });
