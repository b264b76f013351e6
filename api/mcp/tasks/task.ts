import { defined } from '#contract/defined.ts';
import type { ToolRun } from '#contract/mcp-tools.ts';
import { toTimestamp } from '#contract/timestamp.ts';
import type { RunDocument } from '#engine/documents/run.ts';
import type { UserRequest } from '../ask-user.ts';
import { hasApproved } from '../next-step.ts';
import type { Reader } from '../reader.ts';

/** The extension by which a call may be answered with a task (SEP-2663). */
export const tasksExtension = 'io.modelcontextprotocol/tasks';

/** A task as the extension has it: the run that a call of a tool led to. Its id is that of the run. */
export interface Task {
  taskId: string;
  status: 'working' | 'input_required' | 'completed' | 'cancelled';
  statusMessage?: string;
  createdAt: string;
  lastUpdatedAt: string;
  /** Runs are kept as the workspace keeps them. */
  ttlMs: null;
  pollIntervalMs: number;
  /** The requests to the client's user, by the key of the pause. */
  inputRequests?: Record<string, UserRequest>;
}

const pollIntervalMs = { working: 2000, paused: 5000 };

/**
 * The task that a run is to a client.
 * @param request what the client can ask its user about the run, if it can
 */
export function taskOf(
  run: RunDocument,
  view: ToolRun,
  request: UserRequest | undefined,
  reader: Pick<Reader, 'mayWrite' | 'actor'>,
): Task {
  const { pending } = view;
  const key = pending === undefined ? undefined : pauseKey(pending);
  const status = statusOf(view, request, reader);
  const isPaused = pending !== undefined;
  return {
    taskId: run._id,
    status,
    ...defined({ statusMessage: messageOf(view, status) }),
    createdAt: toTimestamp(run.opened_at),
    lastUpdatedAt: pending?.created_at ?? toTimestamp(run.closed_at ?? run.opened_at),
    ttlMs: null,
    pollIntervalMs: isPaused ? pollIntervalMs.paused : pollIntervalMs.working,
    ...(status === 'input_required' && request !== undefined && key !== undefined
      ? { inputRequests: { [key]: request } }
      : {}),
  };
}

/** Names a pause among all of a run, so that an answer to an earlier one is not taken for one to this. */
export function pauseKey({
  tool_call_id,
  created_at,
  digest,
  approvals,
}: NonNullable<ToolRun['pending']>): string {
  const parts = [tool_call_id, created_at, digest, approvals?.withdrawn];
  return parts.filter((part) => part !== undefined).join(' ');
}

/**
 * A run that waits for something that neither the client nor its model can give is still at work: a decision in the
 * application, or by others. What a model has to give ends the task, with the pause as its result, which says what to do.
 */
function statusOf(
  view: ToolRun,
  request: UserRequest | undefined,
  reader: Pick<Reader, 'mayWrite' | 'actor'>,
): Task['status'] {
  const { terminal, reason, pending } = view;
  if (terminal) return reason === 'cancelled' ? 'cancelled' : 'completed';
  if (pending === undefined) return 'working';
  if (request !== undefined) return 'input_required';
  const isElsewhere = pending.kind !== 'question' && !reader.mayWrite;
  return isElsewhere || hasApproved(pending, reader.actor) ? 'working' : 'completed';
}

function messageOf({ next, pending }: ToolRun, status: Task['status']): string | undefined {
  if (status === 'working') return pending === undefined ? 'The agent is working.' : next;
  return status === 'input_required' ? 'The agent waits for the user.' : undefined;
}
