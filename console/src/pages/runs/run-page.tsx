import { useQuery } from '@tanstack/react-query';
import { Link, useParams, useSearch } from '@tanstack/react-router';
import { ExternalLink, SearchX } from 'lucide-react';
import { useState } from 'react';
import { visibleLine } from '#contract/unseen-characters.ts';
import { ApiError } from '../../api/api-error.ts';
import { api, clientFor, dataOf } from '../../api/client.ts';
import type { Trace } from '../../api/schema.ts';
import { ReceiptsOf } from '../../receipts/receipts-of.ts';
import { useSession } from '../../session/session.ts';
import type { Connection } from '../../conversation/follower.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Page, PageHeader } from '../../ui/page-header.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { RunStateBadge } from '../../ui/state-badge.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { RunEvents } from './run-events.tsx';
import { RunFacts } from './run-facts.tsx';
import { RunRequests } from './run-requests.tsx';
import { useLiveRun } from './use-live-run.ts';
import { Timeline } from './timeline.tsx';

/** One run: what the agent did, turn by turn. */
export function RunPage() {
  const { runId } = useParams({ from: '/signed-in/runs/$runId' });
  const { subject } = useSearch({ from: '/signed-in/runs/$runId' });
  const [view, setView] = useState<'timeline' | 'events' | 'requests'>('timeline');
  const trace = useQuery({
    queryKey: ['trace', runId],
    queryFn: async ({ signal }) => {
      const client = clientFor({ as: 'console', subject: subject ?? (await subjectOf(runId, signal)) });
      return dataOf(
        await client.GET('/v1/loom/runs/{id}/trace', { params: { path: { id: runId } }, signal }),
      );
    },
  });
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
        actions={run !== undefined && <Actions run={run} connection={connection} />}
      />
      {trace.isPending && <SkeletonLines lines={8} />}
      {isUnknown && (
        <Card>
          <EmptyState icon={SearchX} title="There is no such run">
            No run has this id, or it belongs to another subject than the address says.
          </EmptyState>
        </Card>
      )}
      {trace.isError && !isUnknown && (
        <ErrorNotice error={trace.error} onRetry={() => void trace.refetch()} />
      )}
      {run !== undefined && (
        <>
          <RunFacts run={run} />
          <Tabs
            label="What is shown of the run"
            value={view}
            onChange={setView}
            className="mt-6"
            listClassName="mb-5"
            tabs={[
              {
                name: 'timeline',
                title: 'Timeline',
                content: (
                  <ReceiptsOf value={{ runId, subject: run.subject_ref }}>
                    <Timeline run={run} />
                  </ReceiptsOf>
                ),
              },
              { name: 'events', title: 'Events', content: <RunEvents runId={runId} /> },
              {
                name: 'requests',
                title: `Requests (${run.requests_count})`,
                content: <RunRequests requests={run.requests} count={run.requests_count} />,
              },
            ]}
          />
        </>
      )}
    </Page>
  );
}

function Actions({ run, connection }: { run: Trace; connection: Connection | undefined }) {
  const { temporal_ui } = useSession().links;
  return (
    <>
      {connection === 'live' && (
        <Badge tone="good" dot>
          Live
        </Badge>
      )}
      {connection === 'broken' && (
        <Badge tone="warn" dot pulse>
          Reconnecting
        </Badge>
      )}
      <RunStateBadge state={run.state} />
      <Button asChild size="small">
        <Link to="/playground" search={{ thread: run.thread_id, subject: run.subject_ref }}>
          Open the thread
        </Link>
      </Button>
      {temporal_ui !== undefined && (
        <Button asChild size="small">
          <a href={workflowUrl(temporal_ui, run.id)} target="_blank" rel="noreferrer">
            Workflow <ExternalLink aria-label="in the Temporal UI, opens another window" />
          </a>
        </Button>
      )}
    </>
  );
}

/**
 * The subject of a run, by its newest event. The API shows a run to its own subject only, and a link need not name it.
 * @throws {ApiError} `not_found` if the run has no events any more
 */
async function subjectOf(runId: string, signal: AbortSignal): Promise<string> {
  const [newest] = dataOf(
    await api.GET('/v1/events', { params: { query: { run_id: runId, limit: 1 } }, signal }),
  );
  const subject = newest?.context.subject_ref;
  if (subject === undefined) throw new ApiError('No run with that id.', { status: 404, code: 'not_found' });
  return subject;
}

/**
 * The page of a run's workflow in Temporal's web UI.
 *
 * @param ui the address of the namespace's workflows in it, as in `http://127.0.0.1:8233/namespaces/default/workflows`
 */
function workflowUrl(ui: string, runId: string): string {
  return `${ui.replace(/\/$/, '')}/run-${encodeURIComponent(runId)}`;
}
