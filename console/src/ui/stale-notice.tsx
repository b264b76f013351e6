import type { List } from '../api/use-list.ts';
import { Time } from '../time/time.tsx';
import { ErrorNotice } from './error-notice.tsx';

/** Says above a list that it could not be read again, and of when it is. Nothing if it could. */
export function StaleNotice({ list }: { list: Pick<List<unknown>, 'error' | 'staleSince' | 'refetch'> }) {
  const { error, staleSince, refetch } = list;
  if (staleSince === undefined) return null;
  return (
    <div className="mb-4 space-y-2">
      <p className="text-sm font-medium text-warn">
        This could not be read again: it is as of <Time at={new Date(staleSince).toISOString()} as="clock" />.
      </p>
      <ErrorNotice error={error} onRetry={refetch} />
    </div>
  );
}
