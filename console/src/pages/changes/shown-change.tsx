import { useQuery } from '@tanstack/react-query';
import { Dialog } from '../../ui/dialog.tsx';
import { Reading } from '../../ui/reading.tsx';
import { ChangeDialog } from './change-dialog.tsx';
import type { Change } from '../../api/schema.ts';
import { changeQuery } from './queries.ts';

/** The change that the address names, to decide on it. */
export function ShownChange({
  id,
  listed,
  onClose,
}: {
  id: string;
  /** As the list shows it; undefined if it does not. */
  listed: Change | undefined;
  onClose: () => void;
}) {
  const read = useQuery({ ...changeQuery(id), enabled: listed === undefined });
  const change = listed ?? read.data;
  if (change !== undefined) return <ChangeDialog change={change} onClose={onClose} />;
  return (
    <Dialog open onOpenChange={onClose} title="Change">
      <Reading read={read} />
    </Dialog>
  );
}
