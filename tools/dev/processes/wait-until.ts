import { setTimeout as sleep } from 'node:timers/promises';

export type WaitOptions = {
  /** Gives up after this many milliseconds. */
  timeoutMs: number;
  /** Milliseconds between two checks. */
  everyMs?: number;
  /** The awaited condition, for the error: "the API answers". */
  what: string;
  signal?: AbortSignal | undefined;
};

/**
 * Resolves as soon as `check` gives true.
 * @throws when that has not happened in time, when `check` throws, or with the signal's reason when it is aborted.
 */
export async function waitUntil(
  check: () => boolean | Promise<boolean>,
  { timeoutMs, everyMs = 50, what, signal }: WaitOptions,
): Promise<void> {
  const giveUpAt = performance.now() + timeoutMs;
  for (;;) {
    signal?.throwIfAborted();
    if (await check()) return;
    if (performance.now() > giveUpAt) throw new Error(`waited ${timeoutMs / 1000} s until ${what}`);
    await sleep(everyMs, undefined, { signal });
  }
}
