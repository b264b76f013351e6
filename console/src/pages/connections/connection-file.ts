import type { CsvColumn } from '../../ui/csv-of.ts';
import { authTexts, typeTexts } from './connection-texts.ts';
import type { Connection } from '../../api/schema.ts';

/** Columns of the file of connections. */
export const connectionFile: CsvColumn<Connection>[] = [
  { name: 'Name', csv: ({ name }) => name },
  { name: 'Kind', csv: ({ type }) => typeTexts[type] },
  { name: 'Base URL', csv: ({ base_url }) => base_url },
  { name: 'Authentication', csv: ({ auth }) => authTexts[auth.type] },
  { name: 'Headers', csv: ({ header_names }) => header_names.join(', ') },
  { name: 'Changed', csv: ({ updated_at }) => updated_at },
  { name: 'Id', csv: ({ id }) => id },
];
