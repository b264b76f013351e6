import type { Approval } from '../../../api/schema.ts';
import { BackToList } from './back-to-list.tsx';
import type { useDecisions } from './use-decisions.ts';
import { WaitingDetail } from './waiting-detail.tsx';

/** The selected item and, on a phone, the way back to the list. */
export function CurrentItem({
  item,
  items,
  decisions,
  resting,
  onShow,
}: {
  item: Approval;
  /** The waiting items. The selected one may be gone. */
  items: readonly Approval[];
  decisions: Pick<ReturnType<typeof useDecisions>, 'decidingOn' | 'goOn'>;
  /** Whether the pointer rests where it has closed a dialog: no button comes under it then. */
  resting: boolean;
  onShow: (item: Approval) => void;
}) {
  const { tool_call_id: id } = item;
  return (
    <div className="lg:sticky lg:top-8 lg:col-start-2">
      <BackToList />
      <WaitingDetail
        key={id}
        item={item}
        gone={!items.some(({ tool_call_id }) => tool_call_id === id)}
        successor={items.find(({ revised_from }) => revised_from === id)}
        deciding={resting ? undefined : decisions.decidingOn(item)}
        onDone={async () => await decisions.goOn(item)}
        onShow={onShow}
      />
    </div>
  );
}
