import { useSearch } from '@tanstack/react-router';
import { newestOf, usePolicies } from '../../../published/use-policies.ts';
import { ErrorNotice } from '../../../ui/error-notice.tsx';
import { Page } from '../../../ui/page-header.tsx';
import { SkeletonLines } from '../../../ui/skeleton.tsx';
import { PolicyEditor } from './policy-editor.tsx';

/** The page on which a version of a policy is written: the next one of `key`, or the first one of another. */
export function PolicyEditorPage() {
  const { key } = useSearch({ from: '/signed-in/approval-policies/draft' });
  const { data, error, refetch } = usePolicies();
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
  // What is edited stays when somebody else publishes meanwhile.
  return <PolicyEditor key={key ?? ''} newest={newest} />;
}
