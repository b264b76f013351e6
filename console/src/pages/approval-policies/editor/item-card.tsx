import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { visibleLine } from '#contract/words/unseen-characters.ts';
import { Button } from '../../../ui/button.tsx';

/** A rule or a limit that can be moved among the others, and removed. */
export function ItemCard({
  kind,
  name,
  index,
  count,
  onMove,
  onRemove,
  children,
}: {
  /** "Rule" or "Limit". */
  kind: string;
  name: string;
  index: number;
  count: number;
  /** Absent where the order means nothing. */
  onMove?: (by: -1 | 1) => void;
  onRemove: () => void;
  children: ReactNode;
}) {
  const called = `${kind} ${index + 1}`;
  const label = name === '' ? called : `${called}: ${visibleLine(name)}`;
  return (
    <li className="rounded-lg border bg-surface">
      <fieldset className="min-w-0">
        <legend className="sr-only">{label}</legend>
        <div className="flex items-center gap-1 border-b px-4 py-2">
          <span className="mr-auto min-w-0 truncate text-note font-medium" aria-hidden>
            {label}
          </span>
          {onMove !== undefined && (
            <>
              <Button
                look="quiet"
                size="icon"
                aria-label={`Move up: ${label}`}
                disabled={index === 0}
                onClick={() => onMove(-1)}
              >
                <ArrowUp aria-hidden />
              </Button>
              <Button
                look="quiet"
                size="icon"
                aria-label={`Move down: ${label}`}
                disabled={index === count - 1}
                onClick={() => onMove(1)}
              >
                <ArrowDown aria-hidden />
              </Button>
            </>
          )}
          <Button look="quiet" size="icon" aria-label={`Remove: ${label}`} onClick={onRemove}>
            <Trash2 aria-hidden />
          </Button>
        </div>
        <div className="space-y-4 p-4">{children}</div>
      </fieldset>
    </li>
  );
}
