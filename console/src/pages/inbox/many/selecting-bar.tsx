import { X } from 'lucide-react';
import { mostDecided } from '#contract/most-decided.ts';
import { counted } from '../../../text/counted.ts';
import { Button } from '../../../ui/button.tsx';
import { isSelectable } from './kept-rows.ts';
import type { Selecting } from './use-selecting.ts';

/**
 * The head of the list: selects all that is shown, and decides on what is selected. It is always there, as high as it is, so that no
 * row moves when the first one is selected.
 */
export function SelectingBar({
  selecting: { rows, ids, settled, selectAll, clear, dismiss },
  onDecide,
}: {
  selecting: Selecting;
  onDecide: (decision: 'approve' | 'reject') => void;
}) {
  const possible = rows.filter(isSelectable).length;
  const most = Math.min(possible, mostDecided);
  const all = possible > most ? `Select the first ${most} of ${possible} shown` : `Select all ${most} shown`;
  const count = ids.size;
  return (
    <div className="sticky top-13 z-10 flex h-12 items-center gap-1.5 border-b bg-surface pr-2 lg:top-0">
      <label className="flex h-full min-w-0 items-center gap-1.5 pr-2 pl-4 text-note text-muted">
        <input
          type="checkbox"
          aria-label={all}
          className="size-4 shrink-0 accent-accent"
          disabled={most === 0 && count === 0}
          ref={(box) => {
            if (box !== null) box.indeterminate = count > 0 && count < most;
          }}
          checked={count > 0 && count >= most}
          onChange={() => (count === 0 ? selectAll() : clear())}
        />
        {count === 0 && <span className="truncate">{all}</span>}
      </label>
      <span role="status" className="mr-auto min-w-0 truncate text-sm font-medium">
        {count > 0 && (
          <>
            {counted(count, 'call')}
            <span className="max-sm:sr-only"> selected</span>
          </>
        )}
      </span>
      {count === 0 && settled.length > 0 && (
        <Button size="small" look="quiet" onClick={() => dismiss(settled)}>
          Dismiss {settled.length} settled
        </Button>
      )}
      {count > 0 && (
        <>
          <Button size="small" look="primary" needs="approver" onClick={() => onDecide('approve')}>
            Approve {count}…
          </Button>
          <Button size="small" look="danger" needs="approver" onClick={() => onDecide('reject')}>
            Reject {count}…
          </Button>
          <Button
            size="icon"
            look="quiet"
            className="size-7"
            aria-label="Clear the selection"
            onClick={clear}
          >
            <X aria-hidden />
          </Button>
        </>
      )}
    </div>
  );
}
