import { describe, expect, it } from 'vitest';
import type { HoldingGate, StageClock } from '#engine/documents/applied-gate.ts';
import { clockOf, dueActions, groupsAccepted, nextAction } from '#engine/rules/gates/stage-clock.ts';

const since = new Date('2026-01-01T00:00:00.000Z');
const after = (seconds: number) => new Date(since.getTime() + seconds * 1000);

const timed = { approvals: 1, group: 'finance', remind_after: 10, escalate_after: 20, escalate_to: 'board' };
const gate = (...stages: HoldingGate['stages']): HoldingGate => ({
  verdict: 'hold',
  rule: { type: 'confirm', verdict: 'hold' },
  stages,
});
const waiting = (stage_clock: Partial<StageClock> = {}) => ({
  applied_gate: gate(timed),
  stage_clock: { stage: 0, since, ...stage_clock },
});
const approval = { decision: 'approve', actor: 'eve', request_id: 'request', created_at: since } as const;

describe('[approval-policy.escalation] the clock of a stage', () => {
  it.each<[number, Partial<StageClock>, string[], number | undefined]>([
    [0, {}, [], 10],
    [10, {}, ['remind'], 10],
    [15, { reminded_at: after(10) }, [], 20],
    [20, { reminded_at: after(10) }, ['escalate'], 20],
    // Nobody was there to do it in time.
    [5000, {}, ['remind', 'escalate'], 10],
    [5000, { reminded_at: after(10), escalated_at: after(20) }, [], undefined],
  ])('after %i seconds, with %j, has %j due', (seconds, done, due, next) => {
    const call = waiting(done);
    expect(dueActions(call, after(seconds))).toEqual(due);
    expect(nextAction(call)).toEqual(next === undefined ? undefined : after(next));
  });

  it('begins when the call comes to wait at a stage, and anew at the next one', () => {
    const call = { applied_gate: gate(timed, { approvals: 1 }) };
    const first = clockOf(call, since);
    expect(first).toEqual({ stage: 0, since });
    const kept = { ...call, stage_clock: { stage: 0, since, reminded_at: after(10) } };
    expect(clockOf(kept, after(60))).toBe(kept.stage_clock);
    expect(clockOf({ ...kept, approvals: [approval] }, after(60))).toEqual({ stage: 1, since: after(60) });
  });

  it('is not kept of a call with nothing to be reminded of', () => {
    expect(clockOf({ applied_gate: gate({ approvals: 2, group: 'finance' }) }, since)).toBeUndefined();
    expect(clockOf({}, since)).toBeUndefined();
    expect(nextAction({ applied_gate: gate({ approvals: 1 }) })).toBeUndefined();
  });

  it('lets the further group approve once the call was escalated', () => {
    expect(groupsAccepted(timed, { stage: 0, since })).toEqual(['finance']);
    expect(groupsAccepted(timed, { stage: 0, since, escalated_at: after(20) })).toEqual(['finance', 'board']);
    expect(groupsAccepted({ approvals: 1 }, undefined)).toEqual([]);
  });
});
