import { onTestFinished, vi } from 'vitest';

/** The time of a call that is over when a test says so: the longest that a patch can give, and no other timer's. */
export const lapsingSeconds = 300;
/** Some of it passes before the call is sent. */
const shortestMs = (lapsingSeconds - 60) * 1000;
const longestMs = lapsingSeconds * 1000;

/**
 * Has the time of calls with {@link lapsingSeconds} be over when the test says so, until it is finished: a time that is
 * short enough to be waited for may be over on a slow machine before the host has the call.
 * @returns ends the time of all such calls that are under way
 */
export function lapsingCalls(): () => void {
  const setTimer = globalThis.setTimeout;
  const underWay = new Set<() => void>();
  const timers = vi.spyOn(globalThis, 'setTimeout').mockImplementation((end, ms = 0, ...args) => {
    if (ms > shortestMs && ms <= longestMs) underWay.add(end);
    return setTimer(end, ms, ...args);
  });
  onTestFinished(() => timers.mockRestore());
  return () => {
    for (const end of underWay) end();
    underWay.clear();
  };
}
