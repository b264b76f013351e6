import type { Client } from '@temporalio/client';
import { runIdOf, taskQueue as serviceTaskQueue, workflowTypes } from '#contract/temporal/names.ts';
import { withinDeadline } from './within-deadline.ts';

/** A run whose workflow may have been ended from outside. */
export interface EndedFromOutside {
  run_id: string;
  closed_at: Date;
}

export interface EndedQuery {
  /** Only workflows that were closed after this are listed. */
  since: Date;
  /**
   * The most that are listed, starting with the one that closed first. Temporal itself returns no more than a thousand.
   */
  limit: number;
  /** How long to wait for Temporal. */
  timeoutMs: number;
  /** Default: the service's own. */
  taskQueue?: string;
}

/**
 * Temporal lists the newest first. If there are more than fit, the time window is halved until it contains the oldest
 * and no more than fit. This takes a few steps, unless too many end in the same millisecond.
 */
const mostHalvings = 48;
/** The clock of Temporal's servers may be ahead of this one. */
const clocksApartMs = 60 * 60 * 1000;

/**
 * Runs whose workflows were terminated, timed out or failed, as Temporal's visibility lists them, starting with the one
 * that closed first. Some workflows failed because their run did: the store knows which runs are still open. To
 * continue, call again with the last `closed_at`. Visibility lags by some seconds, and is not in the order of closing:
 * callers should go back by as much, and must tolerate seeing a run twice.
 * @throws if Temporal does not respond in time
 */
export async function endedFromOutside(
  client: Client,
  { since, limit, timeoutMs, taskQueue = serviceTaskQueue }: EndedQuery,
): Promise<EndedFromOutside[]> {
  // One more than fits shows that there are more.
  const list = async (after: number, until: number) =>
    await listClosed(client, { after, until, taskQueue, pageSize: limit + 1 });
  return await withinDeadline(client, timeoutMs, async () => {
    let after = since.getTime();
    let until = Date.now() + clocksApartMs;
    let ended = await list(after, until);
    for (let halving = 0; ended.length > limit && halving < mostHalvings; halving += 1) {
      // Runs that do not fit were closed before these, or at the same time as the oldest of them.
      until = Math.min(until, ...ended.map(({ closed_at }) => closed_at.getTime()));
      const middle = Math.floor((after + until) / 2);
      if (middle === after) break;
      const older = await list(after, middle);
      if (older.length === 0) after = middle;
      else ended = older;
    }
    return ended
      .toSorted((one, other) => one.closed_at.getTime() - other.closed_at.getTime())
      .slice(0, limit);
  });
}

interface Closed {
  /** In milliseconds: closed after the first, and no later than the second. */
  after: number;
  until: number;
  pageSize: number;
  taskQueue: string;
}

async function listClosed(client: Client, closed: Closed): Promise<EndedFromOutside[]> {
  const { after, until, pageSize, taskQueue } = closed;
  const query = [
    `WorkflowType = '${workflowTypes.run}'`,
    `TaskQueue = '${taskQueue}'`,
    "ExecutionStatus IN ('Terminated', 'TimedOut', 'Failed')",
    `CloseTime > '${new Date(after).toISOString()}'`,
    `CloseTime <= '${new Date(until).toISOString()}'`,
  ].join(' AND ');
  const { executions } = await client.workflowService.listWorkflowExecutions({
    namespace: client.options.namespace,
    pageSize,
    query,
  });
  return executions.flatMap(({ execution, closeTime }) => {
    const run_id = runIdOf(execution?.workflowId ?? '');
    if (run_id === undefined || !closeTime) return [];
    // Rounded up, so that a call with this time does not return the same workflow again.
    const ms = Number(closeTime.seconds ?? 0) * 1000 + Math.ceil((closeTime.nanos ?? 0) / 1_000_000);
    return [{ run_id, closed_at: new Date(ms) }];
  });
}
