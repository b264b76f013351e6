import { type ReactNode, useState } from 'react';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { Dialog } from './dialog.tsx';
import { useToasts } from './toast.tsx';

/** Which of the things on a page is made or changed, and which is deleted. */
export interface Editing<Item> {
  edited: Item | 'new' | undefined;
  deleted: Item | undefined;
  edit: (item: Item | 'new') => void;
  remove: (item: Item) => void;
  close: () => void;
}

export function useEditing<Item>(): Editing<Item> {
  const [edited, edit] = useState<Item | 'new'>();
  const [deleted, remove] = useState<Item>();
  return {
    edited,
    deleted,
    edit: (item) => edit(() => item),
    remove: (item) => remove(() => item),
    close: () => {
      edit(undefined);
      remove(undefined);
    },
  };
}

/** The dialogs in which the things of a page are made, changed and deleted. */
export function EditDialogs<Item>({
  editing: { edited, deleted, close },
  titles,
  deletion,
  onDelete,
  children,
}: {
  editing: Editing<Item>;
  titles: { new: string; change: (item: Item) => string; delete: (item: Item) => string };
  /** The consequence of a deletion. */
  deletion: string;
  onDelete: (item: Item) => Promise<unknown>;
  /** The form. @param item what is changed; undefined for a new one */
  children: (item: Item | undefined, saved: () => void) => ReactNode;
}) {
  const toasts = useToasts();
  const saved = (): void => {
    close();
    toasts.done('Saved');
  };
  return (
    <>
      <Dialog
        open={edited !== undefined}
        onOpenChange={close}
        title={edited === undefined || edited === 'new' ? titles.new : titles.change(edited)}
      >
        {edited !== undefined && children(edited === 'new' ? undefined : edited, saved)}
      </Dialog>
      <ConfirmDialog
        open={deleted !== undefined}
        onOpenChange={close}
        title={deleted === undefined ? '' : titles.delete(deleted)}
        description={deletion}
        action="Delete"
        danger
        onConfirm={async () => {
          if (deleted !== undefined) await onDelete(deleted);
        }}
      />
    </>
  );
}
