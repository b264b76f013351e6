import { Skeleton } from '../ui/skeleton.tsx';
import { SilenceNotice } from '../ui/silence-notice.tsx';

/** Shown until the session is known. */
export function Starting() {
  return (
    <main>
      <SilenceNotice />
      <div role="status" className="mx-auto w-full max-w-6xl space-y-4 px-4 py-8">
        <span className="sr-only">Loading…</span>
        <Skeleton className="h-8 w-48" />
        <Skeleton className="h-64" />
      </div>
    </main>
  );
}
