import { loadIdentifyData } from '../load.ts';
import { readManifest } from '../data/manifest.ts';
import { collectInstitutions } from './collect-institutions.ts';
import { writeTable } from './write-table.ts';

/** Rebuilds the table institution, after any other table has changed: `node identify/build/institutions.ts`. */
const { sources } = readManifest().institution;
writeTable('institution', sources, collectInstitutions(await loadIdentifyData()));
