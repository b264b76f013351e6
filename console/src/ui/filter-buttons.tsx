import { SlidersHorizontal } from 'lucide-react';
import { Button } from './button.tsx';

/** Shows and hides the less frequent filters, and says how many of them are set. */
export function FurtherFiltersButton({
  count,
  open,
  onOpen,
}: {
  count: number;
  open: boolean;
  onOpen: (open: boolean) => void;
}) {
  return (
    <Button aria-expanded={open} onClick={() => onOpen(!open)}>
      <SlidersHorizontal aria-hidden /> Filters{count > 0 && ` (${count})`}
    </Button>
  );
}

/** Removes all filters. Nothing while none is set. */
export function ClearFiltersButton({ filters, onClear }: { filters: object; onClear: () => void }) {
  if (Object.values(filters).every((value) => value === undefined)) return null;
  return (
    <Button look="quiet" onClick={onClear}>
      Clear
    </Button>
  );
}
