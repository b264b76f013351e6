import { type QueryClient, useQuery } from '@tanstack/react-query';
import { Link, useParams, useSearch } from '@tanstack/react-router';
import { SearchX } from 'lucide-react';
import { visibleLine } from '#contract/words/unseen-characters.ts';
import { ApiError } from '../../api/api-error.ts';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Page, PageHeader } from '../../ui/page-header.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { OpeningMessage } from './opening-message.tsx';
import { RunActions } from './run-actions.tsx';
import { RunFacts } from './run-facts.tsx';
import { RunViews } from './run-views.tsx';
import { RunStory } from './story/run-story.tsx';
import { traceQuery } from './trace-query.ts';
import { useLiveRun } from './use-live-run.ts';
import { WaitingHere } from './waiting/waiting-here.tsx';

/** Begins to read what the page shows, while it is put together. */
export function loadRun(queryClient: QueryClient, runId: string, subject: string | undefined): void {
  void queryClient.prefetchQuery(traceQuery(runId, subject));
}

/** One run: what happened in it, and what the agent did, turn by turn. */
export function RunPage() {
  const { runId } = useParams({ from: '/signed-in/runs/$runId' });
  const { subject } = useSearch({ from: '/signed-in/runs/$runId' });
  const trace = useQuery(traceQuery(runId, subject));
  const { data: run } = trace;
  const isUnknown = run === undefined && trace.error instanceof ApiError && trace.error.status === 404;
  const connection = useLiveRun(run);
  return (
    <Page>
      <PageHeader
        above={
          <Link to="/runs" className="hover:underline">
            Runs
          </Link>
        }
        title={run === undefined ? 'Run' : visibleLine(`${run.agent.name} for ${run.subject_ref}`)}
        description={<code className="font-mono text-xs break-all">{runId}</code>}
        actions={run !== undefined && <RunActions run={run} connection={connection} />}
      />
      {trace.isPending && <SkeletonLines lines={8} />}
      {isUnknown && <UnknownRun named={subject !== undefined} />}
      {trace.isError && !isUnknown && (
        <ErrorNotice error={trace.error} onRetry={() => void trace.refetch()} className="mb-4" />
      )}
      {run !== undefined && (
        <>
          <RunStory run={run} />
          <WaitingHere key={run.id} run={run} />
          <OpeningMessage run={run} />
          <RunFacts run={run} />
          <RunViews run={run} />
        </>
      )}
    </Page>
  );
}

/** @param named whether the address names the subject of the run */
function UnknownRun({ named }: { named: boolean }) {
  return (
    <Card>
      <EmptyState icon={SearchX} title="Run not found">
        {named
          ? 'No run has this id, or it belongs to another subject than the address says.'
          : 'No run has this id, or it is so old that its events are gone: then its address has to name its subject.'}
      </EmptyState>
    </Card>
  );
}
