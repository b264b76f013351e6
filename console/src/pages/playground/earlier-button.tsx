import type { ThreadView } from '../../conversation/thread-view.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';

/** Reads older messages, where there are some. */
export function EarlierButton({ view }: { view: ThreadView }) {
  if (!view.hasEarlier) return null;
  return (
    <div className="mb-5 text-center">
      <Button look="quiet" size="small" busy={view.loadingEarlier} onClick={view.loadEarlier}>
        Show earlier messages
      </Button>
      {view.earlierError !== undefined && (
        <ErrorNotice error={view.earlierError} className="mt-3 text-left" />
      )}
    </div>
  );
}
