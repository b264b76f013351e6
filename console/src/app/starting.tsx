import { Skeleton } from '../ui/skeleton.tsx';
import { SilenceNotice } from '../ui/silence-notice.tsx';

/** What stands in place of every page until it is known who is signed in. */
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
