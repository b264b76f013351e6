import { expect, it } from 'vitest';
import { toJsonText } from '#contract/json-text.ts';
import type { HoldingGate } from '#engine/documents/applied-gate.ts';
import type { ToolCallDocument, TurnedDown, TurnedDownCall } from '#engine/documents/tool-call.ts';
import { advance } from '#engine/rules/advance.ts';
import { plainGate } from '#engine/rules/gates/gate-of-call.ts';
import {
  checkKnown,
  earlierOf,
  refusedBefore,
  refusedSince,
  shownEarlier,
  strictest,
} from '#engine/rules/gates/turned-down.ts';
import { failure, unknownOutcome } from '#engine/rules/resolve-call.ts';
import { context, later, now, paused } from '../../../../support/rules/documents.ts';
import { changed } from '../../../../support/rules/outcomes.ts';

const at = new Date('2026-11-21T02:48:21.617Z');
const held: HoldingGate = {
  ...plainGate,
  stages: [{ approvals: 2, group: 'board' }],
  exclude_subject: true,
  require_digest: true,
  ttl_seconds: 60,
};

function turnedDown(as: TurnedDown['as'], parts: Partial<TurnedDownCall> = {}, number = 1): TurnedDownCall {
  return {
    _id: `call-${number}`,
    run_id: 'run',
    applied_gate: held,
    finished_at: at,
    turned_down: { as, asked: ['same'], number, subject_seq: 3 },
    ...(as === 'rejected'
      ? {
          decision: {
            decision: 'reject',
            actor: 'eve',
            detail: toJsonText({ note: 'no', secret: 'DE1' }),
            request_id: 'request',
            created_at: at,
          },
        }
      : {}),
    ...parts,
  };
}

it('[gate.rejected-before] refuses what was rejected until the subject has written, and says by whom, when and why', () => {
  const refusal = refusedBefore([turnedDown('rejected')], { subject_seq: 3 });
  expect(refusal?.code).toBe('rejected_before');
  expect(refusal?.message).toContain('eve rejected the same call at 2026-11-21T02:48:21.617Z');
  expect(refusal?.message).toContain('"note":"no"');
  expect(refusedBefore([turnedDown('rejected')], { subject_seq: 4 })).toBeUndefined();
  expect(refusedBefore([turnedDown('rejected')], {})).toBeDefined();
});

it('[gate.rejected-before.expired] an approved call that could not be sent, came back to its gate and expired there has expired', () => {
  const last = failure('unreachable', 'The host was not reached.');
  const sending = { attempts: 1, in_flight: false, until: now, last };
  const expiry = { type: 'expiry', tool_call_id: 'call', expires_at: later(60).toISOString() } as const;
  const expired = (fields: Partial<ToolCallDocument>) =>
    changed(
      advance(
        paused('confirmation', { call: { asked: ['same'], sending, ...fields } }),
        expiry,
        context(later(3600)),
      ),
    ).changes.calls[0]?.set;
  expect(expired({})).toMatchObject({ error: { code: 'unreachable' }, turned_down: { as: 'expired' } });
  const unknown = expired({ sending: { ...sending, sent: unknownOutcome() } });
  expect(unknown).toMatchObject({ error: { code: 'outcome_unknown' } });
  expect(unknown).not.toHaveProperty('turned_down');
});

it('[gate.rejected-before.expired] refuses nothing after an expiry, however new it is', () => {
  expect(refusedBefore([turnedDown('expired', {}, 2)], { subject_seq: 3 })).toBeUndefined();
  const both = [turnedDown('rejected'), turnedDown('expired', {}, 2)];
  expect(refusedBefore(both, { subject_seq: 3 })).toBeDefined();
  expect(earlierOf(both)).toMatchObject({
    rejected_before: { tool_call_id: 'call-1' },
    expired_before: { tool_call_id: 'call-2', at: at.toISOString() },
  });
});

it('[gate.rejected-before.shown] hides what the patch redacts of the detail, from people and from the message', () => {
  const call = turnedDown('rejected', { redact: { result: ['/detail/secret'] } });
  expect(refusedBefore([call], {})?.message).not.toContain('DE1');
  expect(JSON.stringify(earlierOf([call]))).not.toContain('DE1');
  expect(shownEarlier(earlierOf([call])).rejected_before?.detail).toEqual({
    note: 'no',
    secret: '[redacted]',
  });
});

it('[gate.rejected-before.shown] writes out what cannot be seen in the name of whoever rejected it', () => {
  const call = turnedDown('rejected');
  const hidden = { ...call, decision: { ...call.decision, actor: 'eve\u202E' } } as TurnedDownCall;
  expect(refusedBefore([hidden], {})?.message).toContain('eve[U+202E]');
});

it('[gate.rejected-before.stricter] holds by the stages and options of both', () => {
  const own: HoldingGate = {
    ...plainGate,
    stages: [{ approvals: 1 }],
    ttl_seconds: 600,
    on_expiry: 'reject',
  };
  expect(strictest(own, [turnedDown('rejected')])).toMatchObject({
    verdict: 'hold',
    stages: [{ approvals: 1 }, { approvals: 2, group: 'board' }],
    exclude_subject: true,
    require_digest: true,
    ttl_seconds: 60,
    on_expiry: 'reject',
  });
});

it('[gate.rejected-before.stricter] holds what would be let through, with what limits count of it, and denies what is denied', () => {
  const rule = { policy: 'payments@2', verdict: 'allow' as const, rule: 'small', limits: [] };
  const reservations = [{ limit: 'daily', counter: 'c', per: 'day' as const, amount: '1', max: '100' }];
  const allowed = { verdict: 'allow' as const, rule, reservations };
  expect(strictest(allowed, [turnedDown('expired')])).toMatchObject({
    verdict: 'hold',
    rule: { policy: 'payments@2', verdict: 'hold' },
    stages: [{ approvals: 2, group: 'board' }],
    reservations,
  });
  const denied = { verdict: 'deny' as const, rule: { ...rule, verdict: 'deny' as const }, message: 'No.' };
  expect(strictest(denied, [turnedDown('rejected')])).toBe(denied);
  expect(strictest(allowed, [])).toBe(allowed);
});

it('[gate.rejected-before.stricter] adds nothing to itself, however often the call comes back to its gate', () => {
  const once = strictest(plainGate, [turnedDown('rejected')]);
  expect(strictest(once, [turnedDown('rejected')])).toEqual(once);
  const plain = turnedDown('rejected');
  delete (plain as Partial<TurnedDownCall>).applied_gate;
  expect(strictest(plainGate, [plain])).toBe(plainGate);
});

it('[gate.rejected-before.turn] refuses what was rejected since it was shown, whatever the subject has written', () => {
  const earlier = [turnedDown('rejected', {}, 2), turnedDown('expired', {}, 3), turnedDown('rejected')];
  expect(refusedSince(earlier, 1)).toMatchObject({
    refusal: { code: 'rejected_before' },
    since: [{ _id: 'call-2' }, { _id: 'call-3' }],
  });
  expect(refusedSince(earlier, 2)).toBeUndefined();
});

it('[gate.rejected-before.turn] notices that a call was turned down between the look and the write', () => {
  expect(() => checkKnown({ turned_down: 2 }, 1)).toThrow('turned down meanwhile');
  expect(() => checkKnown({}, 1)).toThrow('turned down meanwhile');
  checkKnown({ turned_down: 2 }, 2);
  checkKnown({});
});
