import { expect, it } from 'vitest';
import { endOfAttempts, sentBefore } from '#engine/rules/calls.ts';
import { failure } from '#engine/rules/resolve-call.ts';

const until = new Date(0);
const timeout = failure('timeout', 'It took too long. The call may have taken effect.');
const refused = failure('refused', 'Nobody listens.');
const ok = { status: 'ok' as const };

it('an attempt that had no effect leaves the call told as the one before it that may have had', () => {
  const sending = { attempts: 2, in_flight: true, until, last: timeout, sent: timeout };
  expect(endOfAttempts({ sending }, { resolution: refused, noEffect: true })).toEqual(timeout);
  expect(endOfAttempts({ sending }, { resolution: ok, noEffect: false })).toEqual(ok);
});

it('a call that surely had no effect is told as its last attempt', () => {
  const sending = { attempts: 2, in_flight: true, until, last: refused };
  expect(endOfAttempts({ sending }, { resolution: refused, noEffect: true })).toEqual(refused);
});

it('an attempt that was lost with its worker is in doubt for those after it', () => {
  const sending = { attempts: 1, in_flight: true, until };
  expect(sentBefore({ status: 'pending', sending })).toMatchObject({ error: { code: 'outcome_unknown' } });
  expect(sentBefore({ status: 'pending', sending: { ...sending, in_flight: false } })).toBeUndefined();
});
