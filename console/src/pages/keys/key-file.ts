import type { CsvColumn } from '../../ui/csv-of.ts';
import type { ApiKey } from '../../api/schema.ts';
import type { Key } from './key-row.tsx';

/** Columns of the file of keys. */
export const keyFile: CsvColumn<Key>[] = [
  { name: 'Name', csv: ({ name }) => name },
  { name: 'Id', csv: ({ id }) => id },
  { name: 'Last used', csv: ({ last_used_at }) => last_used_at },
  { name: 'Created', csv: ({ created_at }) => created_at },
  { name: 'Created by', csv: ({ created_by }) => created_by },
];

/** Columns of the file of API keys. */
export const apiKeyFile: CsvColumn<ApiKey>[] = [
  ...keyFile,
  { name: 'Scopes', csv: ({ scopes }) => scopes.join(' ') },
  { name: 'Expires', csv: ({ expires_at }) => expires_at },
];
