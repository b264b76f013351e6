import type { List } from '../api/use-list.ts';
import { Time } from '../time/time.tsx';
import { classes } from './classes.ts';
import { ErrorNotice } from './error-notice.tsx';

/** The data that was read, and the error of the last refresh. */
export type ReadState = Pick<List<unknown>, 'error' | 'staleSince' | 'refetch'>;

/** How a query that is read as a whole was read. */
export function readStateOf(query: {
  error: unknown;
  isRefetchError: boolean;
  dataUpdatedAt: number;
  refetch: () => unknown;
}): ReadState {
  return {
    error: query.error,
    staleSince: query.isRefetchError ? query.dataUpdatedAt : undefined,
    refetch: () => void query.refetch(),
  };
}

/** Says above a list that it could not be read again, and of when it is. Nothing if it could. */
export function StaleNotice({ list: { error, staleSince, refetch } }: { list: ReadState }) {
  if (staleSince === undefined) return null;
  return (
    <div className="mb-4 space-y-2">
      <p className="text-sm font-medium text-warn">
        This could not be refreshed. It is as of <Time at={new Date(staleSince).toISOString()} as="clock" />.
      </p>
      <ErrorNotice error={error} onRetry={refetch} />
    </div>
  );
}

/** Says above a list what kept it from being read and, if it was read before, of when it is. Nothing if all is well. */
export function ReadNotice({ list, className }: { list: ReadState; className?: string }) {
  const { error, staleSince, refetch } = list;
  if (error === null || error === undefined) return null;
  return (
    <div className={classes('mb-4', className)}>
      {staleSince === undefined ? (
        <ErrorNotice error={error} onRetry={refetch} />
      ) : (
        <StaleNotice list={list} />
      )}
    </div>
  );
}
