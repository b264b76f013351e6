import type { Approval } from '../../../api/schema.ts';
import { DecideManyDialog } from '../many/decide-many-dialog.tsx';
import type { AskedMany } from '../many/use-deciding-many.ts';
import { DecisionDialog } from './decision-dialog.tsx';
import type { useDecisions } from './use-decisions.ts';
import type { Asked } from './use-inbox-keys.ts';

/** The dialogs for an action by key and for several calls. */
export function WaitingDialogs({
  asking,
  many,
  items,
  decisions,
  onAsked,
  onManyEnd,
}: {
  asking: { what: Asked; item: Approval } | undefined;
  many: AskedMany | undefined;
  /** The current waiting items. */
  items: readonly Approval[];
  decisions: ReturnType<typeof useDecisions>;
  onAsked: () => void;
  /** @param decided whether the decision was sent */
  onManyEnd: (decided: boolean) => void;
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
      {many !== undefined && <DecideManyDialog {...many} live={items} onClose={onManyEnd} />}
    </>
  );
}
