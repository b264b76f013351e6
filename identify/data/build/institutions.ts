import { loadIdentifyData } from '../../load.ts';
import { collectInstitutions } from './collect-institutions.ts';
import { writeTable } from './write-table.ts';

/** Rebuilds the table institution, after any other table has changed: `node identify/data/build/institutions.ts`. */
writeTable(
  'institution',
  {
    tables: {
      name: 'The other tables',
      licence: 'that of each',
      as_of: '2026-11-22',
      url: 'manifest.json',
    },
  },
  collectInstitutions(await loadIdentifyData()),
);
