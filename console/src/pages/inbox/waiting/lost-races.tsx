import { X } from 'lucide-react';
import { Button } from '../../../ui/button.tsx';

/** Decisions that came too late, and who decided instead. Stays until it is dismissed. */
export function LostRaces({ lost, onDismiss }: { lost: string[]; onDismiss: () => void }) {
  return (
    <div role="status">
      {lost.length > 0 && (
        <div className="mb-5 flex items-start gap-3 rounded-lg border border-warn/30 bg-warn-soft px-4 py-3 text-sm">
          <ul className="min-w-0 flex-1 space-y-1 break-words">
            {lost.map((text, index) => (
              <li key={lost.length - index}>{text}</li>
            ))}
          </ul>
          <Button look="quiet" size="icon" className="-my-1 size-7" aria-label="Dismiss" onClick={onDismiss}>
            <X aria-hidden />
          </Button>
        </div>
      )}
    </div>
  );
}
