import { expect, it } from 'vitest';
import type { LoadedRun } from '#engine/documents/run.ts';
import type { ToolCallDocument } from '#engine/documents/tool-call.ts';
import { advance } from '#engine/rules/advance.ts';
import { targetsOf } from '#engine/rules/freezes/targets.ts';
import { tooOld } from '#engine/rules/gates/lapse.ts';
import type { Input } from '#engine/rules/inputs.ts';
import { heldCalls } from '#engine/rules/pause.ts';
import { call, context, holding, later, pause } from '../../../../support/rules/documents.ts';
import { changed, contents } from '../../../../support/rules/outcomes.ts';

const frozen = { freeze_id: 'freeze', scope: 'workspace', reason: 'Stop.', at: later(0) } as const;
const freezing: Input = { type: 'call_frozen', tool_call_id: 'call', frozen, pause_ttl_seconds: 60 };
const lifting = (parts: object = {}): Input => ({
  type: 'freeze_lifted',
  lifted: [{ tool_call_id: 'call', freeze_id: 'freeze', lifted_at: later(500), ...parts }],
});
const at = (stored: LoadedRun, seconds: number, input: Input) =>
  changed(advance(stored, input, context(later(seconds))));

/** A run whose only held call was approved, and is to be made. */
function approved(parts: Partial<ToolCallDocument> = {}): LoadedRun {
  const held = holding(
    [call({ _id: 'call', gate: 'confirm', ...parts })],
    [pause('confirmation', { tool_call_id: 'call', position: 1 })],
  );
  return at(held, 1, {
    type: 'decision',
    tool_call_id: 'call',
    decision: 'approve',
    actor: 'ada',
    via: 'token',
    request_id: 'request',
  }).after;
}

it('[freeze.held] an approved call that is frozen is held with its approvals, and announced to nobody', () => {
  const { after, changes, directive } = at(approved(), 2, freezing);
  expect(after.run).toMatchObject({ state: 'awaiting_input', frozen_by: ['freeze'] });
  expect(after.calls).toMatchObject([{ approvals: [{ actor: 'ada' }], frozen, status: 'pending' }]);
  expect(after.calls[0]?.decision).toBeUndefined();
  expect(changes.events).toEqual([]);
  expect(changes.audit).toEqual([]);
  const [shown] = contents(after);
  expect(shown?.['frozen']).toEqual({ scope: 'workspace', reason: 'Stop.', at: later(0).toISOString() });
  expect(shown).not.toHaveProperty('not_before');
  expect(directive).toMatchObject({ next: 'pause', tool_call_id: 'call' });
  expect(directive).not.toHaveProperty('wake_at');
});

it('[freeze.held.shown] a frozen call does not expire, for however long it is frozen', () => {
  const { after } = at(approved(), 2, freezing);
  const [held] = heldCalls(after.run);
  if (held === undefined) throw new Error('nothing is held');
  const end = held.expires_at;
  const seconds = (end.getTime() - later(0).getTime()) / 1000 + 1;
  expect(seconds).toBeGreaterThan(9 * 365 * 86_400);
  const renewed = at(after, seconds, { type: 'expiry', tool_call_id: 'call', expires_at: end.toISOString() });
  expect(renewed.after.run.state).toBe('awaiting_input');
  expect(heldCalls(renewed.after.run)[0]?.expires_at.getTime()).toBeGreaterThan(end.getTime());
});

it('[freeze.lifted] the hour of late execution begins with the lift', () => {
  const { after } = at(approved(), 2, freezing);
  const lifted = at(after, 501, lifting());
  expect(lifted.directive).toMatchObject({ next: 'execute', calls: [{ tool_call_id: 'call' }] });
  expect(lifted.changes.run).toMatchObject({ state: 'running', outbox: { kind: 'resume' } });
  expect(lifted.changes.run.frozen_by).toBeUndefined();
  const [made] = lifted.after.calls;
  if (made === undefined) throw new Error('the call is gone');
  expect(made).toMatchObject({ decision: { actor: 'ada' }, not_before: later(500) });
  expect(made.frozen).toBeUndefined();
  expect(tooOld(made, later(4000), 3_600_000)).toBeUndefined();
  expect(tooOld(made, later(4101), 3_600_000)).toBe('not_sent_in_time');
  expect(lifted.changes.audit).toEqual([]);
});

it('[freeze.lifted] where nobody knows when it was lifted, the hour began with the approval', () => {
  const { after } = at(approved(), 2, freezing);
  const [made] = at(after, 5000, lifting({ lifted_at: undefined })).after.calls;
  expect(made && tooOld(made, later(5000), 3_600_000)).toBe('not_sent_in_time');
});

it('[freeze.lifted] another freeze that covers the call holds it back', () => {
  const { after } = at(approved(), 2, freezing);
  const other = { ...frozen, freeze_id: 'other', reason: 'Wait.' };
  const lifted = at(after, 501, lifting({ frozen: other })).after;
  expect(lifted.run).toMatchObject({ state: 'awaiting_input', frozen_by: ['other'] });
  expect(contents(lifted)).toMatchObject([{ frozen: { reason: 'Wait.' } }]);
  expect(advance(lifted, lifting(), context(later(502))).outcome).toBe('unchanged');
});

it('[freeze.held] what may have been sent, was cancelled or is over is not held back', () => {
  const sending = { attempts: 1, in_flight: true, until: later(10) };
  const running = approved();
  const marked = { ...running, calls: running.calls.map((each) => ({ ...each, sending })) };
  const cancelled = { ...running, run: { ...running.run, cancel_requested: true as const } };
  const over = { ...running, calls: running.calls.map((each) => ({ ...each, status: 'ok' as const })) };
  for (const stored of [marked, cancelled, over])
    expect(advance(stored, freezing, context(later(2))).outcome).toBe('unchanged');
});

it('[freeze.put] a freeze covers a call by its workspace, its agent, its connection and its payee', () => {
  const { run } = approved();
  const payment = { payee: { named: 'blind' } } as NonNullable<ToolCallDocument['payment']>;
  expect(targetsOf(run, { payment }, 'bank')).toEqual([
    'workspace',
    `agent:${run.agent.key}`,
    'connection:bank',
    'payee:blind',
  ]);
  expect(targetsOf(run, {}, undefined)).toEqual(['workspace', `agent:${run.agent.key}`]);
});

it('[freeze.held] a call that is frozen after its last approval has no clock, so that nothing of it is due when the timer of another held call runs', () => {
  const stage_clock = { stage: 0, since: later(0) };
  const { after } = at(approved({ stage_clock }), 2, freezing);
  expect(after.calls[0]).toMatchObject({ frozen });
  expect(after.calls[0]).not.toHaveProperty('stage_clock');
});
