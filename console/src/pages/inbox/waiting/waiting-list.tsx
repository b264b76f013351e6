import type { Approval } from '../../../api/schema.ts';
import type { List } from '../../../api/use-list.ts';
import { counted } from '../../../text/counted.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { ListFoot } from '../../../ui/list-foot.tsx';
import { InboxRow } from './inbox-row.tsx';
import { waitingFile } from './waiting-file.ts';

/** The waiting items as rows with links; held writes can be selected. */
export function WaitingList({
  list,
  current,
  selected,
  onSelect,
  onRejectSelected,
  onFocus,
  onOpen,
}: {
  list: List<Approval>;
  current: Approval | undefined;
  selected: readonly Approval[];
  /** Undefined if the person may not decide. */
  onSelect: ((items: Approval[]) => void) | undefined;
  onRejectSelected: () => void;
  onFocus: (item: Approval) => void;
  onOpen: () => void;
}) {
  const isSelected = (item: Approval): boolean =>
    selected.some(({ tool_call_id }) => tool_call_id === item.tool_call_id);
  const resumed = placeOf(current, list.items);
  return (
    <Card className="overflow-hidden">
      {selected.length > 0 && (
        <div className="flex items-center gap-2 border-b bg-sunken px-4 py-2 text-sm">
          <span role="status" className="mr-auto font-medium">
            {counted(selected.length, 'call')} selected
          </span>
          <Button size="small" look="quiet" onClick={() => onSelect?.([])}>
            Clear
          </Button>
          <Button size="small" look="danger" needs="approver" onClick={onRejectSelected}>
            Reject them…
          </Button>
        </div>
      )}
      <ul aria-label="Waiting items" className="divide-y divide-line">
        {list.items.map((item) => (
          <li key={item.tool_call_id}>
            <InboxRow
              item={item}
              current={item.tool_call_id === current?.tool_call_id}
              resumes={item === resumed}
              selection={
                onSelect !== undefined && item.kind === 'confirmation'
                  ? {
                      selected: isSelected(item),
                      onSelect: (add) =>
                        onSelect([
                          ...selected.filter(({ tool_call_id }) => tool_call_id !== item.tool_call_id),
                          ...(add ? [item] : []),
                        ]),
                    }
                  : undefined
              }
              onFocus={() => onFocus(item)}
              onOpen={onOpen}
            />
          </li>
        ))}
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
