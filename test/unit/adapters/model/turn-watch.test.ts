import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { watchTurn } from '#adapters/model/turn-watch.ts';
import { startModelServer, streamOnDemand } from '#tools/dev/stand-ins/model-servers/model-server.ts';
import { perFile } from '../../../support/per-file.ts';

// Shorter than fetch's own time to connect, which runs by the same frozen clock.
const idleTimeoutMs = 1_000;
/** Long, but not too long. */
const pauseMs = idleTimeoutMs - 1;

const server = perFile(startModelServer, async (it) => await it.close());
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

async function watched() {
  const watch = watchTurn(idleTimeoutMs, new AbortController().signal);
  const { answer, send } = streamOnDemand();
  server.answers(answer);
  const request = { method: 'POST', body: '{"a":1}', signal: watch.signal };
  const response = watch.fetch(server.url, request);
  return { watch, response, send };
}

describe('the watch over a turn', () => {
  it('takes the headers and every byte for a sign of life, comments included', async () => {
    const { watch, response, send } = await watched();
    vi.advanceTimersByTime(pauseMs);
    const reader = (await response).body?.getReader();
    for (const comment of [': thinking\n\n', ': still thinking\n\n']) {
      vi.advanceTimersByTime(pauseMs);
      send(comment);
      expect((await reader?.read())?.value).toEqual(new TextEncoder().encode(comment));
    }
    vi.advanceTimersByTime(pauseMs);
    expect([watch.wentSilent(), watch.signal.aborted]).toEqual([false, false]);
    watch.stop();
  });

  it('ends the request when there was none for too long', async () => {
    const { watch, response } = await watched();
    await response;
    vi.advanceTimersByTime(idleTimeoutMs);
    expect([watch.wentSilent(), watch.signal.aborted]).toEqual([true, true]);
  });

  it('does not call a turn silent that was stopped', async () => {
    const { watch, response } = await watched();
    await response;
    watch.stop();
    vi.advanceTimersByTime(idleTimeoutMs);
    expect([watch.wentSilent(), watch.signal.aborted]).toEqual([false, true]);
  });

  it('does not call a turn silent that its caller aborted', async () => {
    const caller = new AbortController();
    const watch = watchTurn(idleTimeoutMs, caller.signal);
    caller.abort();
    expect([watch.wentSilent(), watch.signal.aborted]).toEqual([false, true]);
    watch.stop();
  });

  it('keeps the body that was sent', async () => {
    const { watch, response } = await watched();
    await response;
    expect(watch.sent()).toEqual({ a: 1 });
    watch.stop();
  });
});
