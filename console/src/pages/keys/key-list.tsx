import type { LucideIcon } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { List } from '../../api/use-list.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import type { CsvColumn } from '../../ui/csv-of.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ListFoot } from '../../ui/list-foot.tsx';
import { ReadNotice } from '../../ui/stale-notice.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { type Key, KeyRow } from './key-row.tsx';

/** Keys by name, each with a way to delete it. */
export function KeyList<Item extends Key>({
  list,
  icon,
  kind,
  warning,
  columns,
  onDelete,
  renderAbout,
}: {
  list: List<Item>;
  icon: LucideIcon;
  kind: string;
  /** The consequence of deleting one. */
  warning: string;
  /** Columns of the file. */
  columns: readonly CsvColumn<Item>[];
  /** Absent if the person may not delete. */
  onDelete?: (id: string) => Promise<unknown>;
  renderAbout?: (key: Item) => ReactNode;
}) {
  const [deleting, setDeleting] = useState<Item>();
  const { items, error, loading } = list;
  if (loading) return <SkeletonLines lines={2} className="p-5" />;
  return (
    <>
      <ReadNotice list={list} className="m-5" />
      {items.length === 0 && error === null && <EmptyState icon={icon} title={`No ${kind} yet`} />}
      <ul className="divide-y divide-line">
        {items.map((key) => (
          <KeyRow
            key={key.id}
            item={key}
            about={renderAbout?.(key)}
            onDelete={onDelete && (() => setDeleting(key))}
          />
        ))}
      </ul>
      <ListFoot list={list} name={`${kind}s`} columns={columns} className="border-t" />
      <ConfirmDialog
        open={deleting !== undefined}
        onOpenChange={() => setDeleting(undefined)}
        title={`Delete the ${kind} ${deleting?.name ?? deleting?.id ?? ''}?`}
        description={warning}
        action="Delete"
        danger
        onConfirm={async () => {
          if (deleting !== undefined) await onDelete?.(deleting.id);
        }}
      />
    </>
  );
}
