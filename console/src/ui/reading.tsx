import type { UseQueryResult } from '@tanstack/react-query';
import { ErrorNotice } from './error-notice.tsx';
import { SkeletonLines } from './skeleton.tsx';

/** Stands where something is to be shown that is still read, or could not be. */
export function Reading({ read }: { read: Pick<UseQueryResult, 'isError' | 'error' | 'refetch'> }) {
  return read.isError ? (
    <ErrorNotice error={read.error} onRetry={() => void read.refetch()} />
  ) : (
    <SkeletonLines lines={6} />
  );
}
