import { condition, setCurrentDetails, workflowInfo } from '@temporalio/workflow';
import type { Directive, PauseDirective } from '#contract/temporal/directive.ts';
import type { RunContext } from './run-context.ts';
import { clearWaitsFor, showWaitsFor } from './search-attributes.ts';

const waitedFor = { question: 'an answer', confirmation: 'a decision', outcome: 'an outcome' } as const;

/**
 * Waits until people have resolved all that the run waits for, for as long as the pause may last, and has the calls made that they
 * approve meanwhile. The next run of the thread may work.
 */
export async function pause(context: RunContext, paused: PauseDirective): Promise<Directive> {
  const { tool_call_id, kind, patch_ref } = paused;
  await context.grantLock(paused);
  showWaitsFor(paused);
  setCurrentDetails(`Waits for ${waitedFor[kind]} (${patch_ref})`);
  const next = await endOfPause(context, paused);
  // Everything was resolved while an activity has found that the pause lasts: that signal comes once only.
  if (!isSame(next, paused) && next.next !== 'hold') context.signals.takeResumed(tool_call_id);
  clearWaitsFor();
  return next;
}

/** Waits until a pause is over, and returns the next step. */
async function endOfPause(context: RunContext, paused: PauseDirective): Promise<Directive> {
  const { activities, input, signals, inFlight } = context;
  const { tool_call_id } = paused;
  let current = paused;
  const follow = (next: PauseDirective): void => {
    current = next;
    if (next.approved !== undefined) inFlight.start(next.approved, { areCurrent: true });
  };
  follow(paused);
  for (let isFirst = true; ; isFirst = false) {
    // Each decision signals, and so does each stage of an approval: approvers can go back and forth.
    const mayContinue = !isFirst || current.wake_at !== undefined || current.approved !== undefined;
    if (mayContinue && workflowInfo().continueAsNewSuggested && !signals.endsPause(paused)) {
      const next = await continueAsNew(context, paused);
      if (!isSame(next, paused)) return next;
      follow(next);
    }
    const { expires_at, wake_at = expires_at } = current;
    const [leftMs, wakeMs] = [untilMs(expires_at), untilMs(wake_at)];
    const hasNews = () => signals.endsPause(paused) || inFlight.haveNews;
    const isWoken = !(await condition(hasNews, Math.min(leftMs, wakeMs)));
    const resumed = signals.takeResumed(tool_call_id);
    if (resumed !== undefined) return resumed;
    if (signals.isToCancel(paused) && !isWoken) return await context.cancelRun();
    const said = [...signals.takeHeld(tool_call_id), ...inFlight.takeNews()];
    const ofPause = said.filter((next) => isSame(next, paused));
    for (const next of ofPause) current = withEarlier(context, current, next);
    // A directive about anything else may be out of date, too.
    const saysMore = said.some((next) => next.next !== 'wait_for_turn_lock' && !isSame(next, paused));
    const isToLook = saysMore || (signals.isToLookAgain && !isWoken);
    if (!isWoken && !isToLook) continue;
    // Reset before reading, not after: a signal that arrives meanwhile must count.
    if (isToLook) signals.isToLookAgain = false;
    const next = isToLook
      ? await activities.readNext(input)
      : wakeMs < leftMs
        ? await activities.wakePause({ ...context.known, tool_call_id, wake_at })
        : await activities.expirePause({ ...context.known, tool_call_id, expires_at });
    if (!isSame(next, paused)) return next;
    follow(next);
  }
}

/**
 * Continues as new once no call is on its way. What people decide meanwhile is in the store, and is read before.
 * @returns what comes next instead, if something else happens while it is read
 */
async function continueAsNew(context: RunContext, paused: PauseDirective): Promise<Directive> {
  const { activities, input, signals, inFlight } = context;
  await condition(() => inFlight.areNone);
  signals.isToLookAgain = false;
  const next = await activities.readNext(input);
  // All of it is older than what was read.
  inFlight.takeNews();
  if (isSame(next, paused) && !signals.endsPause(paused)) await context.continueAsNew(next);
  return next;
}

/**
 * The pause, after a directive about it that may be older than what the workflow knows: only calls that are to be made, and
 * earlier times, count. A timer that runs too early does no harm.
 */
function withEarlier({ inFlight }: RunContext, known: PauseDirective, said: PauseDirective): PauseDirective {
  if (said.approved !== undefined) inFlight.start(said.approved, { areCurrent: false });
  const wakes = [known.wake_at, said.wake_at].filter((at) => at !== undefined).toSorted();
  const [wake_at] = wakes;
  const [expires_at = known.expires_at] = [known.expires_at, said.expires_at].toSorted();
  return { ...known, expires_at, ...(wake_at === undefined ? {} : { wake_at }) };
}

/** Whether a run still waits for the same, although some of it may be resolved. */
function isSame(next: Directive, paused: PauseDirective): next is PauseDirective {
  return next.next === 'pause' && next.tool_call_id === paused.tool_call_id;
}

/**
 * How long it is until then. A pause counts from when it was stored, because the workflow may get there much later, for example
 * after an outage.
 */
function untilMs(time: string): number {
  return Math.max(1, Date.parse(time) - Date.now());
}
