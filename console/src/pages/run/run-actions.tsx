import { Link } from '@tanstack/react-router';
import { ExternalLink } from 'lucide-react';
import type { Trace } from '../../api/schema.ts';
import type { Connection } from '../../conversation/follower.ts';
import { useSession } from '../../session/session.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { CancelRun } from './waiting/cancel-run.tsx';
import { RunStateBadge } from '../../ui/state-badge.tsx';

/** How a run stands and is followed, and where it leads. */
export function RunActions({ run, connection }: { run: Trace; connection: Connection | undefined }) {
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
      <RunStateBadge state={run.state} reason={run.reason} />
      {!run.terminal && <CancelRun run={run} />}
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
 * The page of a run's workflow in Temporal's web UI.
 *
 * @param ui the address of the namespace's workflows in it, as in `http://127.0.0.1:8233/namespaces/default/workflows`
 */
function workflowUrl(ui: string, runId: string): string {
  return `${ui.replace(/\/$/, '')}/run-${encodeURIComponent(runId)}`;
}
