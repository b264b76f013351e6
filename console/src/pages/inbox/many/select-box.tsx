import { X } from 'lucide-react';
import { visibleLine } from '#contract/words/unseen-characters.ts';
import { titleOf } from '../../../approvals/title-of.ts';
import { Button } from '../../../ui/button.tsx';
import type { KeptRow } from './kept-rows.ts';

/** How a row is selected or, once it is gone or has changed, dismissed. */
export interface RowSelection {
  selected: boolean;
  onToggle: () => void;
  /** Selects all from the last selected row to this one. */
  onRange: () => void;
  onDismiss: () => void;
}

/** The box that selects a row. With Shift, it selects a range. */
export function SelectBox({ row: { item, state }, selection }: { row: KeptRow; selection: RowSelection }) {
  const title = `${titleOf(item)}, for ${visibleLine(item.subject_ref)}`;
  if (state !== 'waits') {
    return (
      <Button
        size="icon"
        look="quiet"
        className="mt-2.5 ml-2"
        aria-label={state === 'gone' ? `Dismiss ${title}` : `Take over the change of ${title}`}
        onClick={selection.onDismiss}
      >
        <X aria-hidden />
      </Button>
    );
  }
  return (
    <label className="flex size-10 shrink-0 cursor-pointer items-center justify-center pt-1 pl-3 select-none">
      <input
        type="checkbox"
        data-select
        aria-label={`Select ${title}`}
        className="size-4 shrink-0 accent-accent"
        checked={selection.selected}
        // With Shift, it selects a range of rows, and not of their text.
        onMouseDown={(event) => event.shiftKey && event.preventDefault()}
        onChange={({ nativeEvent }) =>
          nativeEvent instanceof MouseEvent && nativeEvent.shiftKey
            ? selection.onRange()
            : selection.onToggle()
        }
      />
    </label>
  );
}
