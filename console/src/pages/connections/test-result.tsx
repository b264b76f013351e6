import type { UseMutationResult } from '@tanstack/react-query';
import type { ConnectionTest } from '../../api/schema.ts';
import { Badge } from '../../ui/badge.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';

/** The host's answer to a test, or the error. */
export function TestResult({ test }: { test: UseMutationResult<ConnectionTest, Error, void> }) {
  return (
    <div aria-live="polite">
      {test.isError && <ErrorNotice error={test.error} className="mt-3" />}
      {test.isSuccess && (
        <p className="mt-3 flex flex-wrap items-center gap-2 text-note">
          <Badge tone={test.data.ok ? 'good' : 'bad'} dot>
            {test.data.ok ? 'Answered' : 'No answer'}
          </Badge>
          {test.data.status !== undefined && `HTTP ${test.data.status}, `}
          {test.data.duration_ms} ms
          {test.data.error !== undefined && (
            <>
              : {test.data.error.message} <code className="font-mono text-xs">{test.data.error.code}</code>
            </>
          )}
        </p>
      )}
    </div>
  );
}
