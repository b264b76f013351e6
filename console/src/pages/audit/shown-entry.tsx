import { useQuery } from '@tanstack/react-query';
import { Dialog } from '../../ui/dialog.tsx';
import { Reading } from '../../ui/reading.tsx';
import { type AuditEntry, entryQuery } from './audit-entries.ts';
import type { EntryPlace } from './audit-search.ts';
import { EntryDialog } from './entry-dialog.tsx';

/** The entry that the address names. */
export function ShownEntry({
  place,
  listed,
  onClose,
}: {
  place: EntryPlace;
  /** As the list shows it; undefined if it does not. */
  listed: AuditEntry | undefined;
  onClose: () => void;
}) {
  const read = useQuery({ ...entryQuery(place), enabled: listed === undefined });
  const entry = listed ?? read.data;
  if (entry !== undefined && entry !== null) return <EntryDialog entry={entry} onClose={onClose} />;
  return (
    <Dialog open onOpenChange={onClose} title={`Entry ${place.seq}`}>
      {read.isSuccess ? (
        <p className="text-sm text-muted">There is no such entry.</p>
      ) : (
        <Reading read={read} />
      )}
    </Dialog>
  );
}
