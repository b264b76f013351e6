import type { ServerResponse } from 'node:http';
import { afterAll, describe, expect, it } from 'vitest';
import { type Attempt, retryDelay } from '#engine/rules/retry-delay.ts';
import { sendHttpCall } from '#integrations/calls/send-http-call.ts';
import { createOutboundHttp } from '#adapters/outbound-http/outbound-http.ts';
import { toJsonText } from '#contract/json-text.ts';
import type { Patch } from '#contract/patch.ts';
import { json, startHost } from '../../../support/acting.ts';
import { useTickingClock } from '../../../support/ticking-clock.ts';

useTickingClock();

type Reliability = Patch['reliability'];

const none: Reliability = { idempotent: false, retry: 'none' };
const idempotentNone: Reliability = { idempotent: true, retry: 'none' };
const safe: Reliability = { idempotent: false, retry: 'safe' };
const idempotentSafe: Reliability = { idempotent: true, retry: 'safe' };
const always: Reliability = { idempotent: false, retry: 'always' };

const outboundHttp = createOutboundHttp({ allowPrivateAddresses: ['loopback'] });
afterAll(async () => await outboundHttp.close());

type Answer = (response: ServerResponse) => void;

/** Answers that a retry may improve, though the host may have acted. */
const inDoubt: Record<string, Answer> = {
  hang: () => {},
  reset: (response) => response.destroy(),
  'cut short': (response) => {
    response.writeHead(200, { 'content-length': '100' }).write('{');
    setImmediate(() => response.destroy());
  },
  'status 500': (response) => json(response, 500, {}),
  'status 408': (response) => json(response, 408, {}),
  'status 503': (response) => json(response, 503, {}),
};
/** The host says that it has not acted. */
const withoutEffect: Record<string, Answer> = {
  'status 429': (response) => json(response, 429, {}),
  '429 with Retry-After': (response) => json(response, 429, {}, { 'retry-after': '0' }),
  '503 with Retry-After': (response) => json(response, 503, {}, { 'retry-after': '0' }),
};
/** Answers that a retry would repeat. */
const final: Record<string, Answer> = {
  'status 302': (response) => json(response, 302, {}, { location: 'http://127.0.0.1:1/' }),
  'status 400': (response) => json(response, 400, {}),
  'invalid JSON': (response) => response.writeHead(200, { 'content-type': 'application/json' }).end('{"a":'),
  '2 MiB': (response) => response.writeHead(200).end(Buffer.alloc(2 * 1024 * 1024, 'a')),
};

/** One attempt at a host that answers so; undefined is one that refuses connections. */
async function attemptAt(answer: Answer | undefined): Promise<Attempt> {
  const host = await startHost();
  if (answer === undefined) await host.stop();
  else host.answer = (_, response) => answer(response);
  const request = {
    url: `${host.url}/call`,
    workspaceId: 'w',
    method: 'POST',
    headers: {},
    body: '{}',
  } as const;
  // Short only where it is waited for: a busy machine must not run into it.
  const until = new Date(Date.now() + (answer === inDoubt['hang'] ? 200 : 120_000));
  const prepared = { request, shown: toJsonText({}), secretHeaders: {} };
  const attempt = await sendHttpCall(outboundHttp, prepared, () => 'signed', until);
  if (answer !== undefined) await host.stop();
  return attempt;
}

const sending = (attempts: number) => ({ attempts, in_flight: true, until: new Date(0) });
const delayOf = (reliability: Reliability, attempt: Attempt, attempts = 1) =>
  retryDelay({ reliability, sending: sending(attempts) }, attempt);
const delays = (attempt: Attempt) =>
  [none, idempotentNone, safe, idempotentSafe, always].map((each) => delayOf(each, attempt));
const again = 500;
const never = undefined;

describe('whether another attempt follows', () => {
  it.each(Object.keys(inDoubt))(
    '[tool-call.retry.none] [tool-call.retry.safe] [tool-call.retry.always] after a failure that may have had an effect, only with always, or with safe when idempotent: %s',
    async (fault) => {
      expect(delays(await attemptAt(inDoubt[fault]))).toEqual([never, never, never, again, again]);
    },
  );

  it.each([...Object.keys(withoutEffect), 'refused'])(
    '[tool-call.retry.none] [tool-call.retry.safe] [tool-call.retry.always] after a failure that surely had none, with safe too: %s',
    async (fault) => {
      expect(delays(await attemptAt(withoutEffect[fault]))).toEqual([never, never, again, again, again]);
    },
  );

  it.each(Object.keys(final))(
    '[tool-call.retry.safe] [tool-call.retry.always] never after what would fail again: %s',
    async (fault) => {
      expect(delays(await attemptAt(final[fault]))).toEqual([never, never, never, never, never]);
    },
  );
});

describe('when it follows', () => {
  const failed: Attempt = { resolution: { status: 'ok' }, transient: true, noEffect: false };

  it('[tool-call.retry.bounded] five attempts are made in all, each after twice the wait', () => {
    const waits = [1, 2, 3, 4, 5, 6].map((attempts) => delayOf(always, failed, attempts));
    expect(waits).toEqual([500, 1000, 2000, 4000, never, never]);
  });

  it('[tool-call.retry.bounded] a host that asks for patience is waited for, up to a minute, and never for less than the wait', () => {
    const waits = [0, 2000, 59_000, 3_600_000].map((retryAfterMs) =>
      delayOf(always, { ...failed, retryAfterMs }, 2),
    );
    expect(waits).toEqual([1000, 2000, 59_000, 60_000]);
  });
});
