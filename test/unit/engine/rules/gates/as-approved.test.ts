import { describe, expect, it } from 'vitest';
import { toJsonText } from '#contract/json-text.ts';
import type { DecisionDocument, ToolCallDocument } from '#engine/documents/tool-call.ts';
import { isAsApproved, isSentAsHeld } from '#engine/rules/gates/as-approved.ts';
import { digestOf } from '#engine/rules/gates/digest.ts';
import { advance } from '#engine/rules/advance.ts';
import type { RuleContext } from '#engine/rules/stored.ts';
import { call, context, now, working } from '../../../../support/rules/documents.ts';
import { changed } from '../../../../support/rules/outcomes.ts';

type Seal = RuleContext['seal'];
const { seal } = context();
const rotated: Seal = (_, text) => `by the next key: ${text}`;
const connection = { id: 'bank', name: 'Bank', configuration: seal('workspace', 'as it was') };
const sentOn = (configured: string, id = 'bank') => ({
  id,
  configurationBy: (by: Seal) => by('workspace', configured),
});
const asHeld = sentOn('as it was');

const approved = (fields: Partial<ToolCallDocument> = {}): ToolCallDocument => {
  const redact = { args: ['/account'] };
  const held = call({
    gate: 'confirm',
    connection,
    redact,
    args: toJsonText({ amount: 10, account: 'DE1' }),
  });
  const digest = digestOf(held, { seal });
  const by = (actor: string): DecisionDocument => ({
    decision: 'approve',
    actor,
    request_id: actor,
    created_at: now,
    digest,
  });
  return { ...held, approvals: [by('ada')], decision: by('bo'), ...fields };
};

describe('[gate.digest.sent] an approved call that is about to be made', () => {
  it('is what all of its approvals were given for', () => {
    expect(isAsApproved(approved(), [seal])).toBe(true);
    expect(isAsApproved(call(), [seal])).toBe(true);
  });

  it('is recognized after another key of the deployment has become the first', () => {
    expect(isAsApproved(approved(), [rotated])).toBe(false);
    expect(isAsApproved(approved(), [rotated, seal])).toBe(true);
    expect(isSentAsHeld(approved(), asHeld, [rotated, seal])).toBe(true);
  });

  it.each([
    ['an argument', { args: toJsonText({ amount: 82_000, account: 'DE1' }) }],
    ['an argument that approvers do not see', { args: toJsonText({ amount: 10, account: 'DE2' }) }],
    ['the patch', { patch_ref: 'pay@2' }],
    ['the connection', { connection: { ...connection, id: 'mallory' } }],
    ['the configuration of the connection', { connection: { ...connection, configuration: 'other' } }],
    [
      'an approval',
      { approvals: [{ ...approved().decision, digest: 'sha-256=:other:' } as DecisionDocument] },
    ],
  ])('is not, if somebody has changed %s in the store', (_, fields: Partial<ToolCallDocument>) => {
    expect(isAsApproved(approved(fields), [seal])).toBe(false);
  });
});

describe('[gate.connection] an approved call', () => {
  it('is sent on the connection that was shown, and on no other one', () => {
    expect(isSentAsHeld(approved(), asHeld, [seal])).toBe(true);
    expect(isSentAsHeld(approved(), sentOn('with other headers'), [seal])).toBe(false);
    expect(isSentAsHeld(approved(), sentOn('as it was', 'mallory'), [seal])).toBe(false);
    expect(isSentAsHeld(call(), sentOn('whatever it is'), [seal])).toBe(true);
  });

  const lapsed = (moved_from: string) =>
    advance(
      working([approved()]),
      { type: 'approval_lapsed', tool_call_id: 'call', valid_ms: 60_000, moved_from },
      context(),
    );

  it('goes back to its gate, without its approvals, once its connection was changed', () => {
    const { changes, directive } = changed(lapsed(connection.configuration));
    expect(directive).toMatchObject({ next: 'hold', calls: ['call'] });
    expect(changes.calls).toMatchObject([
      { set: { returned: { reason: 'connection' } }, unset: ['decision', 'effect_claim', 'approvals'] },
    ]);
    expect(changes.audit).toMatchObject([
      { type: 'call.approval_lapsed', details: { reason: 'connection' } },
    ]);
  });

  it('stays approved if what was compared is not how it was held', () => {
    expect(lapsed('held with another one since').outcome).toBe('unchanged');
  });
});
