import type { LucideIcon } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { List } from '../../api/use-list.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ReadNotice } from '../../ui/stale-notice.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { KeyLife } from './key-life.tsx';

interface Key {
  id: string;
  name?: string;
  created_at: string;
  created_by?: string;
  last_used_at?: string;
}

/** Keys by name, each with a way to delete it. */
export function KeyList<Item extends Key>({
  list,
  icon,
  kind,
  warning,
  onDelete,
  renderAbout,
}: {
  list: List<Item>;
  icon: LucideIcon;
  kind: string;
  /** What deleting one does. */
  warning: string;
  /** Absent for whoever may delete none. */
  onDelete?: (id: string) => Promise<void>;
  renderAbout?: (key: Item) => ReactNode;
}) {
  const [deleting, setDeleting] = useState<Item>();
  const { items, error, loading, hasMore, loadMore, loadingMore } = list;
  if (loading) return <SkeletonLines lines={2} className="p-5" />;
  return (
    <>
      <ReadNotice list={list} className="m-5" />
      {items.length === 0 && error === null && <EmptyState icon={icon} title={`No ${kind} yet`} />}
      <ul className="divide-y divide-line">
        {items.map((key) => (
          <li key={key.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-5 py-3 text-sm">
            <div className="min-w-0 flex-1 basis-52">
              <p className="flex items-center gap-2 font-medium">
                {key.name ?? 'Without a name'}
                {renderAbout?.(key)}
              </p>
              <code className="font-mono text-xs break-all text-muted">{key.id}</code>
            </div>
            <KeyLife {...key} />
            {onDelete !== undefined && (
              <Button
                size="small"
                look="danger"
                aria-label={`Delete ${key.name ?? key.id}`}
                onClick={() => setDeleting(key)}
              >
                Delete
              </Button>
            )}
          </li>
        ))}
      </ul>
      {hasMore && (
        <div className="border-t p-3 text-center">
          <Button size="small" look="quiet" busy={loadingMore} onClick={loadMore}>
            Show more
          </Button>
        </div>
      )}
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
