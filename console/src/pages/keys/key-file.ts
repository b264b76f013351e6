import type { CsvColumn } from '../../ui/csv-of.ts';
import type { Key } from './key-row.tsx';

/** What a file says of keys. */
export const keyFile: CsvColumn<Key>[] = [
  { name: 'Name', csv: ({ name }) => name },
  { name: 'Id', csv: ({ id }) => id },
  { name: 'Last used', csv: ({ last_used_at }) => last_used_at },
  { name: 'Created', csv: ({ created_at }) => created_at },
  { name: 'Created by', csv: ({ created_by }) => created_by },
];
