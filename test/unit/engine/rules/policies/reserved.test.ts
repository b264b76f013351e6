import { describe, expect, it } from 'vitest';
import type { ReservedAmount } from '#engine/documents/applied-gate.ts';
import type { ToolCallDocument } from '#engine/documents/tool-call.ts';
import { countCalls } from '#engine/rules/policies/reserved.ts';

const now = new Date('2026-11-30T23:59:59.999Z');
const reservations = [
  { limit: 'daily', counter: 'd', per: 'day' as const, amount: '60', max: '100' },
  { limit: 'monthly', counter: 'm', per: 'month' as const, amount: '60' },
];
const reserved: ReservedAmount[] = [
  { limit: 'daily', counter: 'd', amount: '60', max: '100', period: '2026-11-30' },
  { limit: 'monthly', counter: 'm', amount: '60', period: '2026-11' },
];
const gate = (verdict: 'allow' | 'hold') => ({ verdict, reservations, stages: [{ approvals: 1 }] });
const call = (parts: object): ToolCallDocument => ({ status: 'pending', ...parts }) as ToolCallDocument;
const decision = { decision: 'approve' } as ToolCallDocument['decision'] & object;
const attempt = (parts: object) => ({ attempts: 1, by: 'worker', until: now, in_flight: true, ...parts });

describe('[approval-policy.limits.reserve] what limits count is reserved', () => {
  it('with a new call that is allowed, in the day and the month of the write in UTC', () => {
    const counted = countCalls([], [call({ applied_gate: gate('allow') })], () => now);
    expect(counted).toMatchObject({ reserved, givenBack: [], newCalls: [{ reserved }] });
  });

  it('with the last approval of a held call, and with nothing before it', () => {
    const before = call({ applied_gate: gate('hold') });
    expect(countCalls([], [before], () => now).reserved).toEqual([]);
    expect(countCalls([{ before, set: { approvals: [decision] } }], [], () => now).reserved).toEqual([]);
    expect(countCalls([{ before, set: { decision } }], [], () => now)).toMatchObject({
      reserved,
      calls: [{ set: { decision, reserved } }],
    });
  });

  it.each([
    [
      'is rejected',
      [
        {
          before: call({ applied_gate: gate('hold') }),
          set: { decision: { ...decision, decision: 'reject' as const } },
        },
      ],
      [],
    ],
    ['is refused as it is recorded', [], [call({ status: 'failed', applied_gate: gate('allow') })]],
    ['has no policy', [], [call({})]],
  ])('with no call that %s', (_, changes, newCalls) => {
    expect(countCalls(changes, newCalls, () => now)).toMatchObject({ reserved: [], givenBack: [] });
  });
});

describe('[approval-policy.limits.give-back] what was reserved', () => {
  const failed = { status: 'failed' as const, error: { code: 'no_connection', message: '' } };

  it.each([
    ['fails before it was sent', call({ reserved }), { set: failed }],
    [
      'fails after attempts on which the host did not act',
      call({ reserved, sending: attempt({ in_flight: false }) }),
      { set: failed },
    ],
    [
      'fails with an attempt on which the host did not act',
      call({ reserved, sending: attempt({}) }),
      { set: failed, unsent: true as const },
    ],
    ['repeats another call', call({ reserved }), { set: { status: 'ok' as const, repeated: true as const } }],
    ['goes back to its gate', call({ reserved, decision }), { set: {}, unset: ['decision' as const] }],
  ])('is given back once when the call %s', (_, before, change) => {
    const counted = countCalls([{ before, ...change }], [], () => now);
    expect(counted).toMatchObject({ reserved: [], givenBack: reserved });
    expect(counted.calls[0]?.unset).toContain('reserved');
  });

  it.each([
    ['is ok', call({ reserved, sending: attempt({}) }), { set: { status: 'ok' as const } }],
    ['fails at the host', call({ reserved, sending: attempt({}) }), { set: failed }],
    [
      'has an unknown outcome',
      call({ reserved }),
      { set: { status: 'failed' as const, error: { code: 'outcome_unknown', message: '' } } },
    ],
    [
      'fails without effect after an attempt on which the host may have acted',
      call({ reserved, sending: attempt({ sent: failed }) }),
      { set: failed, unsent: true as const },
    ],
    ['has none', call({}), { set: failed }],
  ])('stays counted when the call %s', (_, before, change) => {
    expect(countCalls([{ before, ...change }], [], () => now)).toMatchObject({ reserved: [], givenBack: [] });
  });
});
