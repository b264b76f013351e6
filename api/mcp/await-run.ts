import { ServiceError } from '#contract/errors.ts';
import { fromJsonText } from '#contract/json-text.ts';
import { toTimestamp } from '#contract/timestamp.ts';
import type { EventDocument } from '#engine/documents/event.ts';
import { heldAs } from '#engine/rules/pause.ts';
import type { RunDocument } from '#engine/documents/run.ts';
import { isAtWork, waitForRun } from '#store/runs/wait-for-run.ts';
import { visibleRun } from '../resources/runs/visible-run.ts';
import type { McpCall } from './call.ts';
import type { PauseState } from './pause-states.ts';

/** How often a waiting call checks that its grant still exists. */
const checkEveryMs = 1000;
/**
 * After this time without progress, a client is notified that the run is still at work, so that it does not give up.
 */
const heartbeatMs = 5000;
/** A wait ends this long before the token expires, so that an expired token is not taken for a revoked grant. */
const expiryMarginMs = 2000;

/** Reports progress to the client. */
export type ReportProgress = (message: string) => void;

/**
 * A run once it is no longer `running`, or as it is when the time is over. The wait ends at once when the grant is
 * revoked.
 * @param seconds how long to wait at most; 0 reads the run as it is
 * @param held what the user decides on elsewhere: the run is waited for while it is held, too
 * @throws {ServiceError} `not_found`; `unauthorized` if the grant is revoked meanwhile
 */
export async function awaitRun(
  call: McpCall,
  runId: string,
  seconds: number,
  report: ReportProgress,
  held?: Pick<PauseState, 'tool_call_id' | 'since'>,
): Promise<RunDocument> {
  const { services, caller, access, signal } = call;
  const look = async () => await visibleRun(services.endedRuns, caller, runId);
  const untilExpiryMs = access.expires_at.getTime() - Date.now() - expiryMarginMs;
  const timeoutMs = Math.min(seconds * 1000, untilExpiryMs);
  if (timeoutMs <= 0) return await look();
  const watch = watchGrant(call, report);
  try {
    const both = AbortSignal.any([signal, watch.revoked]);
    const onEvent = (event: EventDocument) => reportEvent(event, report);
    const goesOn = (run: RunDocument) => isAtWork(run) || (held !== undefined && isHeld(run, held));
    const waiting = { timeoutMs, signal: both, onEvent, goesOn };
    const run = await waitForRun(services.eventFeed, runId, look, waiting);
    if (watch.revoked.aborted || !(await call.stillAllowed())) throw revokedMeanwhile();
    return run;
  } finally {
    watch.stop();
  }
}

/** Whether a run still waits for what its user was asked. */
function isHeld(run: RunDocument, held: Pick<PauseState, 'tool_call_id' | 'since'>): boolean {
  const item = heldAs(run, held.tool_call_id);
  return item !== undefined && toTimestamp(item.created_at) === held.since;
}

function revokedMeanwhile(): ServiceError {
  return new ServiceError('unauthorized', 'The access was revoked.');
}

/** Checks again and again that the grant exists. If that cannot be determined now, the next check decides. */
function watchGrant({ stillAllowed, log }: McpCall, report: ReportProgress) {
  const revoked = new AbortController();
  let checking = false;
  const check = async () => {
    if (checking) return;
    checking = true;
    try {
      if (!(await stillAllowed())) revoked.abort();
    } catch (error) {
      log.debug({ err: error }, 'a grant could not be checked');
    } finally {
      checking = false;
    }
  };
  const checks = setInterval(() => void check(), checkEveryMs);
  const heartbeats = setInterval(() => report('The agent is working.'), heartbeatMs);
  return {
    revoked: revoked.signal,
    stop: () => {
      clearInterval(checks);
      clearInterval(heartbeats);
    },
  };
}

/** The events of a run that tell its subject what the agent does. */
function reportEvent({ type, data }: EventDocument, report: ReportProgress): void {
  if (type !== 'tool_call.started' || data === undefined) return;
  const { name } = fromJsonText(data) as { name: string };
  report(`The agent calls ${name}.`);
}
