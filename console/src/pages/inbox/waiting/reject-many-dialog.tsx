import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { visibleLine } from '#contract/words/unseen-characters.ts';
import type { Approval } from '../../../api/schema.ts';
import { decide } from '../../../approvals/decide.ts';
import { RejectForm } from '../../../approvals/reject-form.tsx';
import { titleOf } from '../../../approvals/title-of.ts';
import { approvalsKey } from '../../../inbox-news/approvals-key.ts';
import { counted } from '../../../text/counted.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog, DialogActions } from '../../../ui/dialog.tsx';
import { factsOf } from './row-facts.ts';
import { type Rejection, rejectMany, stillOpen } from './reject-many.ts';

const words = { open: '', busy: 'Rejecting…', rejected: 'Rejected', late: '', failed: '' } as const;

/** Rejects several held writes with one reason, and says of each what became of it. */
export function RejectManyDialog({ items, onClose }: { items: Approval[]; onClose: () => void }) {
  const queryClient = useQueryClient();
  const [rejections, setRejections] = useState<Record<string, Rejection>>({});
  const left = stillOpen(items, rejections);
  const reject = useMutation({
    mutationFn: async (reason: string | undefined) =>
      await rejectMany(
        left,
        async (item) => {
          await decide(item, { decision: 'reject', reason }, { as: 'console', subject: item.subject_ref });
        },
        (callId, rejection) => setRejections((before) => ({ ...before, [callId]: rejection })),
      ),
    onSettled: async () => await queryClient.invalidateQueries({ queryKey: approvalsKey }),
  });
  const busy = reject.isPending;
  return (
    <Dialog open onOpenChange={() => !busy && onClose()} title={`Reject ${counted(items.length, 'call')}`}>
      <ul aria-label="To be rejected" className="mb-4 divide-y divide-line rounded-lg border text-sm">
        {items.map((item) => (
          <ItemLine
            key={item.tool_call_id}
            item={item}
            rejection={rejections[item.tool_call_id] ?? { state: 'open' }}
          />
        ))}
      </ul>
      {left.length > 0 || busy ? (
        <RejectForm busy={busy} onCancel={onClose} onReject={(reason) => reject.mutate(reason)} />
      ) : (
        <DialogActions>
          <Button look="primary" autoFocus onClick={onClose}>
            Done
          </Button>
        </DialogActions>
      )}
    </Dialog>
  );
}

function ItemLine({ item, rejection }: { item: Approval; rejection: Rejection }) {
  return (
    <li className="flex flex-wrap items-baseline gap-x-3 px-3.5 py-2">
      <span className="min-w-0 flex-1 basis-52">
        <span className="block truncate font-medium">{titleOf(item)}</span>
        <span className="block truncate text-note text-muted">
          <bdi>{[...factsOf(item), visibleLine(`for ${item.subject_ref}`)].join(' · ')}</bdi>
        </span>
      </span>
      <span role="status" className="text-note break-words text-muted">
        {'why' in rejection ? (
          <span className={rejection.state === 'failed' ? 'text-bad' : 'text-warn'}>{rejection.why}</span>
        ) : (
          words[rejection.state]
        )}
      </span>
    </li>
  );
}
