import type { Approval } from '../../../api/schema.ts';
import { DecisionDialog } from './decision-dialog.tsx';
import { RejectManyDialog } from './reject-many-dialog.tsx';
import type { useDecisions } from './use-decisions.ts';
import type { Asked } from './use-inbox-keys.ts';

/** The dialogs for an action by key and for several calls. */
export function WaitingDialogs({
  asking,
  rejecting,
  items,
  decisions,
  onAsked,
  onRejected,
}: {
  asking: { what: Asked; item: Approval } | undefined;
  rejecting: Approval[] | undefined;
  /** The current waiting items. */
  items: readonly Approval[];
  decisions: ReturnType<typeof useDecisions>;
  onAsked: () => void;
  onRejected: () => void;
}) {
  return (
    <>
      {asking !== undefined && (
        <DecisionDialog
          what={asking.what}
          item={asking.item}
          now={items.find(({ tool_call_id }) => tool_call_id === asking.item.tool_call_id)}
          decisions={decisions}
          onClose={onAsked}
        />
      )}
      {rejecting !== undefined && <RejectManyDialog items={rejecting} onClose={onRejected} />}
    </>
  );
}
