import { useSyncExternalStore } from 'react';
import { serverNowMs } from './clock.ts';

const tickMs = 10_000;
const listeners = new Set<() => void>();
let nowMs = serverNowMs();
let timer: ReturnType<typeof setInterval> | undefined;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    nowMs = serverNowMs();
    for (const each of listeners) each();
  }, tickMs);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** The current time in milliseconds, every ten seconds: one clock for the whole page. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => {
    // A page that showed no times had no clock.
    if (listeners.size === 0) nowMs = serverNowMs();
    return nowMs;
  });
}
