import { condition, setCurrentDetails } from '@temporalio/workflow';
import type { Directive, PauseDirective } from '#contract/temporal/directive.ts';
import type { RunContext } from './run-context.ts';
import { clearWaitsFor, showWaitsFor } from './search-attributes.ts';

const waitedFor = { question: 'an answer', confirmation: 'a decision', outcome: 'an outcome' } as const;

/** Waits until the call is resolved, for as long as the pause may last. Meanwhile the next run of the thread may work. */
export async function pause(context: RunContext, paused: PauseDirective): Promise<Directive> {
  const { tool_call_id, kind, patch_ref } = paused;
  const { signals } = context;
  await context.grantLock(paused);
  showWaitsFor(paused);
  setCurrentDetails(`Waits for ${waitedFor[kind]} (${patch_ref})`);
  const next = await endOfPause(context, paused);
  // The call was resolved while an activity has found that the pause lasts: that signal comes once only.
  const lasts = next.next === 'pause' && next.tool_call_id === tool_call_id;
  if (!lasts) signals.takeResumed(tool_call_id);
  clearWaitsFor();
  return next;
}

/** Waits until a pause is over, and returns the next step. */
async function endOfPause(context: RunContext, paused: PauseDirective): Promise<Directive> {
  const { activities, input, signals } = context;
  const { tool_call_id } = paused;
  let current = paused;
  for (;;) {
    const { expires_at, wake_at = expires_at } = current;
    const [leftMs, wakeMs] = [untilMs(expires_at), untilMs(wake_at)];
    const isSignalled = await condition(() => signals.endsPause(paused), Math.min(leftMs, wakeMs));
    const resumed = signals.takeResumed(tool_call_id);
    if (resumed !== undefined) return resumed;
    if (signals.isCancelRequested && isSignalled) return await context.cancelRun();
    if (!isSignalled && wakeMs >= leftMs) {
      return await activities.expirePause({ ...context.known, tool_call_id, expires_at });
    }
    // Reset before reading, not after: a signal that arrives meanwhile must count.
    if (isSignalled) signals.isToLookAgain = false;
    const next = isSignalled
      ? await activities.readNext(input)
      : await activities.wakePause({ ...context.known, tool_call_id, wake_at });
    if (next.next !== 'pause' || next.tool_call_id !== tool_call_id) return next;
    if (next.expires_at !== expires_at) return next;
    current = next;
  }
}

/**
 * How long it is until then. A pause counts from when it was stored, because the workflow may get there much later, for example
 * after an outage.
 */
function untilMs(time: string): number {
  return Math.max(1, Date.parse(time) - Date.now());
}
