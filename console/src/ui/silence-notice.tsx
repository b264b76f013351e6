import { useSyncExternalStore } from 'react';
import { isSilent, onSilence } from '../api/silence.ts';

/** Says, on every page, that the API does not answer. */
export function SilenceNotice() {
  const silent = useSyncExternalStore(onSilence, isSilent);
  return (
    <div role="status" className="sticky top-0 z-30 max-lg:top-13">
      {silent && (
        <p className="border-b border-warn/30 bg-warn-soft px-4 py-2 text-sm text-warn">
          The service does not answer. What you see may be out of date.
        </p>
      )}
    </div>
  );
}
