import type { UseQueryResult } from '@tanstack/react-query';
import { MessagesSquare } from 'lucide-react';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';

/** Shown until the owner of the thread is known, or if it has none. */
export function NoSubject({ owner }: { owner: UseQueryResult<string | null> }) {
  return (
    <div className="mx-auto w-full max-w-2xl px-4 py-10">
      <h1 className="sr-only">Playground</h1>
      {owner.error !== null && <ErrorNotice error={owner.error} onRetry={() => void owner.refetch()} />}
      {owner.isPending && <SkeletonLines />}
      {owner.data === null && (
        <EmptyState icon={MessagesSquare} title="There is no such conversation">
          Nothing happened on a thread with this id, or its events are no longer kept.
        </EmptyState>
      )}
    </div>
  );
}
