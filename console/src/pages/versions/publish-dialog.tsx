import { useQueryClient } from '@tanstack/react-query';
import { Dialog } from '../../ui/dialog.tsx';
import type { KindOfPublished } from './kind-of-published.ts';
import type { Published } from './versions-panel.tsx';

/** The form that publishes, from a version or from nothing. What was published is shown then. */
export function PublishDialog<Item extends Published>({
  of: { kind, queryKey, renderForm, onChoose },
  open,
  from,
  onClose,
}: {
  of: KindOfPublished<Item>;
  open: boolean;
  from: Item | undefined;
  onClose: () => void;
}) {
  const queries = useQueryClient();
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      title={from === undefined ? `Publish ${kind.one}` : `A new version of ${from.key}`}
      className="max-w-4xl"
    >
      {renderForm?.({
        ...(from !== undefined && { from }),
        onCancel: onClose,
        onPublished: async (item) => {
          onClose();
          await queries.invalidateQueries({ queryKey });
          onChoose(item.key);
        },
      })}
    </Dialog>
  );
}
