import { type QueryClient, useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { groupsQuery } from '../../../published/groups-query.ts';
import { newestOf } from '../../../published/policies.ts';
import { policiesQuery } from '../../../published/policies-query.ts';
import { ErrorNotice } from '../../../ui/error-notice.tsx';
import { Page } from '../../../ui/page-header.tsx';
import { SkeletonLines } from '../../../ui/skeleton.tsx';
import { PolicyEditor } from './policy-editor.tsx';

/** Begins to read what the page shows, while it is put together. */
export function loadPolicyEditor(queryClient: QueryClient): void {
  void queryClient.prefetchQuery(policiesQuery);
  void queryClient.prefetchQuery(groupsQuery);
}

/** The page on which a version of a policy is written: the next one of `key`, or the first one of another. */
export function PolicyEditorPage() {
  const { key } = useSearch({ from: '/signed-in/approval-policies/draft' });
  const { data, error, refetch } = useQuery(policiesQuery);
  if (data === undefined) {
    return (
      <Page>
        {error === null ? (
          <SkeletonLines lines={8} />
        ) : (
          <ErrorNotice error={error} onRetry={() => void refetch()} />
        )}
      </Page>
    );
  }
  const newest = newestOf(data).find((policy) => policy.key === key);
  // The draft stays when somebody else publishes meanwhile.
  return <PolicyEditor key={key ?? ''} newest={newest} />;
}
