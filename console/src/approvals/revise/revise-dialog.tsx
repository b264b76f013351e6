import { useQuery } from '@tanstack/react-query';
import { visibleLine } from '#contract/words/unseen-characters.ts';
import type { HeldWrite } from '../../conversation/event-data.ts';
import { patchQuery } from '../../published/patches-query.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import type { Revision } from '../decide.ts';
import { ReviseForm } from './revise-form.tsx';

/** A form that corrects the arguments of a held write, by the schema of its patch or as JSON. */
export default function ReviseDialog({
  held,
  onRevise,
  onClose,
}: {
  held: HeldWrite;
  onRevise: (revision: Revision) => Promise<void>;
  onClose: () => void;
}) {
  const patch = useQuery(patchQuery(held.patch_ref));
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Correct: ${visibleLine(held.summary.title)}`}
      description="A call with these arguments replaces this one. Approvals of this one no longer count."
      className="max-w-3xl"
    >
      {patch.isPending && <SkeletonLines lines={4} />}
      {patch.isError && <ErrorNotice error={patch.error} onRetry={() => void patch.refetch()} />}
      {patch.isSuccess && (
        <ReviseForm
          args={held.args ?? {}}
          schema={patch.data.input_schema}
          onRevise={onRevise}
          onClose={onClose}
        />
      )}
    </Dialog>
  );
}
