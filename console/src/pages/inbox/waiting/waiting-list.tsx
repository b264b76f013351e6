import type { Approval } from '../../../api/schema.ts';
import type { List } from '../../../api/use-list.ts';
import { Card } from '../../../ui/card.tsx';
import { ListFoot } from '../../../ui/list-foot.tsx';
import { SelectingBar } from '../many/selecting-bar.tsx';
import type { Selecting } from '../many/use-selecting.ts';
import { InboxRow } from './inbox-row.tsx';
import { waitingFile } from './waiting-file.ts';

/** The waiting items as rows with links; held writes can be selected. */
export function WaitingList({
  list,
  current,
  selecting,
  onDecide,
  onFocus,
  onOpen,
}: {
  list: List<Approval>;
  current: Approval | undefined;
  selecting: Selecting;
  /** Asks about a decision on all that is selected. Undefined if the person may not decide: nothing is selected then. */
  onDecide: ((decision: 'approve' | 'reject') => void) | undefined;
  onFocus: (item: Approval) => void;
  onOpen: () => void;
}) {
  const { rows, ids, toggle, extend, dismiss } = selecting;
  const resumed = placeOf(
    current,
    rows.map(({ item }) => item),
  );
  return (
    // Clipped, because in what scrolls by itself nothing is sticky to the page.
    <Card className="overflow-clip">
      {onDecide !== undefined && <SelectingBar selecting={selecting} onDecide={onDecide} />}
      <ul aria-label="Waiting items" className="divide-y divide-line">
        {rows.map((row) => {
          const { item, state } = row;
          const { tool_call_id: id, kind } = item;
          const selection = {
            selected: ids.has(id),
            onToggle: () => toggle(id),
            onRange: () => extend(id, id),
            onDismiss: () => dismiss([row]),
          };
          const isSelectable = onDecide !== undefined && (kind === 'confirmation' || state !== 'waits');
          return (
            <li key={id}>
              <InboxRow
                row={row}
                current={id === current?.tool_call_id}
                resumes={item === resumed}
                selection={isSelectable ? selection : undefined}
                onFocus={() => onFocus(item)}
                onOpen={onOpen}
              />
            </li>
          );
        })}
      </ul>
      <ListFoot list={list} name="Waiting items" columns={waitingFile} className="border-t" />
    </Card>
  );
}

/** The item that takes the place of one that is gone: the one that has waited as long, or the next. */
function placeOf(gone: Approval | undefined, items: readonly Approval[]): Approval | undefined {
  if (gone === undefined || items.some(({ tool_call_id }) => tool_call_id === gone.tool_call_id))
    return undefined;
  return items.find(({ created_at }) => created_at >= gone.created_at);
}
