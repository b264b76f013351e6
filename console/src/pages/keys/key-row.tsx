import type { ReactNode } from 'react';
import { listRow } from '../../ui/list-row.ts';
import { Button } from '../../ui/button.tsx';
import { KeyLife } from './key-life.tsx';

/** The members that all kinds of keys share. */
export interface Key {
  id: string;
  name?: string;
  created_at: string;
  created_by?: string;
  last_used_at?: string;
  /** Absent for one that never expires. */
  expires_at?: string;
}

/** A key by its name, with a way to delete it. */
export function KeyRow({
  item,
  about,
  onDelete,
}: {
  item: Key;
  /** Further details. */
  about: ReactNode;
  /** Absent if the person may not delete. */
  onDelete: (() => void) | undefined;
}) {
  const { id, name } = item;
  return (
    <li
      {...listRow}
      className="flex flex-wrap items-center gap-x-4 gap-y-1 px-5 py-3 text-sm focus-visible:outline-offset-[-2px]"
    >
      <div className="min-w-0 flex-1 basis-52">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          {name ?? 'Without a name'}
          {about}
        </p>
        <code className="font-mono text-xs break-all text-muted">{id}</code>
      </div>
      <KeyLife {...item} />
      {onDelete !== undefined && (
        <Button size="small" look="danger" aria-label={`Delete ${name ?? id}`} onClick={onDelete}>
          Delete
        </Button>
      )}
    </li>
  );
}
