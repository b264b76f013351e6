import { expect, it } from 'vitest';
import { endOfAttempts, sentBefore } from '#engine/rules/calls.ts';
import { failure, inDoubt } from '#engine/rules/resolve-call.ts';

const until = new Date(0);
const timeout = inDoubt('It took too long.');
const conflict = failure('host_error', 'The host answered 409.');
const refused = failure('refused', 'Nobody listens.');
const ok = { status: 'ok' as const };

it('[tool-call.in-doubt] an attempt that had no effect, or was refused, leaves the call told as the one before it that may have had', () => {
  const sending = { attempts: 2, in_flight: true, until, last: timeout, sent: timeout };
  expect(endOfAttempts({ sending }, { resolution: refused })).toEqual(timeout);
  expect(endOfAttempts({ sending }, { resolution: conflict })).toEqual(timeout);
  expect(endOfAttempts({ sending }, { resolution: ok })).toEqual(ok);
});

it('a call that surely had no effect is told as its last attempt', () => {
  const sending = { attempts: 2, in_flight: true, until, last: refused };
  expect(endOfAttempts({ sending }, { resolution: refused })).toEqual(refused);
});

it('an attempt that was lost with its worker is in doubt for those after it', () => {
  const sending = { attempts: 1, in_flight: true, until };
  expect(sentBefore({ status: 'pending', sending })).toMatchObject({ error: { code: 'outcome_unknown' } });
  expect(sentBefore({ status: 'pending', sending: { ...sending, in_flight: false } })).toBeUndefined();
});
