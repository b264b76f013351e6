import { describe, expect, it } from 'vitest';
import { fromJsonText } from '#contract/json-text.ts';
import { advance } from '#engine/rules/advance.ts';
import type { JudgedCall } from '#engine/rules/inputs.ts';
import { judged, later, run, context, thread, tool, turn } from '../../../support/rules/documents.ts';
import { changed, contents } from '../../../support/rules/outcomes.ts';

const gate = { gate: 'confirm' } as const;
const ask = tool({ key: 'ask', interaction: 'interactive' });
const propose = tool({ key: 'propose', interaction: 'proposed_action', price_credits: 1 });

function take(
  calls: JudgedCall[],
  fields: Parameters<typeof run>[0] = {},
  turnFields: Parameters<typeof turn>[0] = {},
) {
  const stored = { run: run(fields), thread: thread(), calls: [] };
  return changed(advance(stored, turn({ calls, ...turnFields }), context()));
}

describe('a model turn', () => {
  it('[run.end.finished] of words alone closes the run with its one reply', () => {
    const { changes, directive } = take([], {}, { text: 'Done.', texts: ['First.'] });
    expect(changes.run).toMatchObject({ state: 'closed', reason: 'finished', turn_count: 1 });
    expect(changes.messages.map(({ role, content, seq }) => ({ role, content, seq }))).toEqual([
      { role: 'assistant', content: 'First.\n\nDone.', seq: 2 },
    ]);
    expect(changes.events.map(({ type }) => type)).toEqual(['message.completed', 'run.completed']);
    expect(changes.thread?.active_runs).toEqual([]);
    expect(directive).toEqual({ next: 'end', state: 'closed', reason: 'finished' });
  });

  it('[run.list.filters] adds the model that took it to those of the run', () => {
    const modelsAfter = (before: string[], turnFields: Parameters<typeof turn>[0]) =>
      take([], { models: before }, turnFields).changes.run.models;
    expect(modelsAfter(['a:b'], { model: 'c:d' })).toEqual(['a:b', 'c:d']);
    expect(modelsAfter(['a:b', 'c:d'], { model: 'a:b' })).toEqual(['a:b', 'c:d']);
    expect(take([]).changes.run.models).toEqual([turn().model_class]);
  });

  it('[auth.token.restricted] that calls tools of other connections has the run, its events and its thread belong to these, too', () => {
    const of = (connection_id: string) => judged(tool({ mcp: { connection_id, tool: 'look', digest: '' } }));
    const own = { connection: { id: 'own', name: 'own' } };
    const { changes } = take([of('other'), of('own'), of('other'), judged()], own);
    expect(changes.run.connections).toEqual(['other']);
    expect(changes.thread?.connections).toEqual(['own', 'other']);
    expect(changes.events.map(({ connections }) => connections)).toEqual(changes.events.map(() => ['other']));
    const again = take([of('third'), of('other')], { ...own, connections: ['other'] });
    expect(again.changes.run.connections).toEqual(['other', 'third']);
    expect(take([of('own'), judged()], own).changes.run).not.toHaveProperty('connections');
  });

  it('[gate.reason] keeps its words, as they are shown, with the calls that it has held', () => {
    const calls = [judged(tool({}, gate)), judged()];
    const { changes } = take(calls, {}, { text: 'The pin is 1234.', shown: ' The pin\n is [redacted]. ' });
    expect(changes.newCalls.map(({ reason }) => reason)).toEqual(['The pin is [redacted].', undefined]);
    const alone = take([judged(tool({}, gate))], {}, { text: 'He asked.' }).after;
    expect(contents(alone)).toMatchObject([{ reason: 'He asked.' }]);
    const wordless = take([judged(tool({}, gate))], {}, { text: ' \n' }).after;
    expect(contents(wordless)).toMatchObject([{ tool_call_id: wordless.calls[0]?._id }]);
    expect(contents(wordless)[0]).not.toHaveProperty('reason');
  });

  it('of a silent call starts it, and has it made', () => {
    const { changes, directive } = take([judged()]);
    expect(changes.run.state).toBe('running');
    expect(changes.events.map(({ type }) => type)).toEqual(['tool_call.started']);
    expect(directive).toMatchObject({ next: 'execute', turn: 1 });
  });

  it('[tool-call.silent-side-by-side] of silent calls has them made together', () => {
    const { directive } = take([judged(), judged()]);
    expect(directive).toMatchObject({
      next: 'execute',
      calls: [{ patch_ref: 'pay@1' }, { patch_ref: 'pay@1' }],
    });
  });

  it('[tool-call.pausing-in-order] makes silent calls before one that pauses', () => {
    const { changes, directive } = take([judged(ask), judged()]);
    expect(changes.run.state).toBe('running');
    expect(changes.thread?.pauses ?? []).toEqual([]);
    expect(directive).toMatchObject({ next: 'execute', calls: [{ patch_ref: 'pay@1' }] });
  });

  it('[run.states.question] [tool-call.pausing-in-order] pauses for the first call that asks', () => {
    const { changes } = take([judged(ask), judged(propose)]);
    expect(changes.run.state).toBe('awaiting_input');
    expect(changes.thread?.pauses).toMatchObject([
      { type: 'question', tool_call_id: changes.newCalls[0]?._id, calls: [{ expires_at: later(60) }] },
    ]);
  });

  it('[confirm.never-held] does not hold a gated call that cannot be made: it failed with the turn', () => {
    const refusal = { code: 'no_connection', message: 'No connection.' } as const;
    const { changes } = take([judged(tool({}, gate), { refusal })]);
    expect(changes.run.state).toBe('running');
    expect(changes.newCalls).toMatchObject([{ status: 'failed', error: { code: 'no_connection' } }]);
    expect(changes.newCalls[0]).not.toHaveProperty('summary');
    expect(changes.events.map(({ type }) => type)).toEqual(['tool_call.started', 'tool_call.completed']);
  });

  it('[run.states.gate] holds a gated call at once, with its arguments stored', () => {
    const { changes } = take([judged(tool({}, gate))]);
    expect(changes.run.state).toBe('awaiting_input');
    expect(changes.newCalls).toMatchObject([{ status: 'pending', gate: 'confirm', args: '{"amount":5}' }]);
    expect(changes.events.map(({ type }) => type)).toEqual(['write.confirmation_requested']);
  });

  it('[run.states.proposed-action] waits for the outcome of a proposed action', () => {
    expect(take([judged(propose)]).changes.run.state).toBe('awaiting_outcome');
  });

  it('[tool-call.denied] of an unknown patch is told as denied, and recorded as failed', () => {
    const { changes } = take([{ id: '1', name: 'nothing', args: {} }]);
    expect(changes.newCalls).toMatchObject([{ status: 'failed', error: { code: 'denied' } }]);
    expect(changes.events.map(({ data }) => fromJsonText(data as never))).toMatchObject([
      {},
      { status: 'denied' },
    ]);
  });

  it.each(['invalid_args', 'too_many_calls'] as const)(
    '[tool-call.args.invalid] with %s fails the call, and the model may try again',
    (code) => {
      const { changes, directive } = take([judged(tool(), { refusal: { code, message: 'No.' } })]);
      expect(changes.newCalls).toMatchObject([{ status: 'failed', error: { code } }]);
      expect(directive).toEqual({ next: 'turn', turn: 2 });
    },
  );

  it('[run.end.invalid-args] [run.end.no-pending-call] that is the fourth invalid one fails the run and its other calls', () => {
    const refusal = { code: 'invalid_args', message: 'No.' } as const;
    const { changes } = take(
      [judged(tool(), { refusal }), judged()],
      { turn_count: 3, invalid_turns: { count: 3, turn: 3 } },
      { turn: 4 },
    );
    expect(changes.run).toMatchObject({ state: 'failed', error: { code: 'invalid_args' } });
    expect(changes.newCalls.map(({ status, error }) => [status, error?.code])).toEqual([
      ['failed', 'invalid_args'],
      ['failed', 'cancelled'],
    ]);
    expect(changes.events.map(({ type }) => type)).toEqual([
      'tool_call.started',
      'tool_call.completed',
      'tool_call.started',
      'tool_call.completed',
      'run.failed',
    ]);
  });

  it('[run.end.handoff] [money.patch-price] that hands over charges it, and has a last turn', () => {
    const handOver = tool({ key: 'hand_over', interaction: 'handoff', price_credits: 1 });
    const { changes, directive } = take([judged(handOver)]);
    expect(changes.run).toMatchObject({ state: 'running', handed_off: true, cost: 1_000_000 });
    expect(changes.newCalls).toMatchObject([{ status: 'ok' }]);
    expect(changes.events.map(({ type }) => type)).toContain('handoff.requested');
    expect(directive).toEqual({ next: 'turn', turn: 2 });
  });

  it('[run.end.handoff] after a handoff closes the run with that reason', () => {
    const { changes } = take([], { handed_off: true, turn_count: 1 }, { turn: 2 });
    expect(changes.run).toMatchObject({ state: 'closed', reason: 'handoff' });
  });

  it('[run.cancel.stored-is-carried-out] of a run that is to end neither pauses nor makes calls', () => {
    const { changes } = take([judged(ask), judged()], { cancel_requested: true });
    expect(changes.run).toMatchObject({ state: 'closed', reason: 'cancelled' });
    expect(changes.newCalls.map(({ error }) => error?.code)).toEqual(['cancelled', 'cancelled']);
    expect(changes.thread?.pauses).toEqual([]);
  });

  it('[money.charged-once] is charged once: taken again it changes nothing', () => {
    const input = turn({ cost: 7, calls: [judged()] });
    const first = changed(advance({ run: run(), thread: thread(), calls: [] }, input, context()));
    expect(first.changes.ledger).toMatchObject([{ delta: -7 }]);
    expect(first.changes.run.cost).toBe(7);
    expect(advance(first.after, input, context()).outcome).toBe('unchanged');
  });

  it('stores free JSON as its text, whatever names it has', () => {
    const args = { $ref: 'a', _bsontype: 'ObjectId', 'a\0b': 1 };
    const { changes } = take([judged(tool(), { args })]);
    expect(changes.newCalls[0]?.args).toBe(JSON.stringify(args));
    expect(changes.turns[0]?.calls[0]?.args).toBe(JSON.stringify(args));
  });
});

describe('a turn whose reply has a schema', () => {
  const faults = [{ path: 'total', message: 'is required' }];
  const shown = { shown: '', structured: true as const };

  it('[reply-schema.valid] closes the run with the data', () => {
    const { changes } = take([], {}, { ...shown, text: '{"total":5}', reply: { payload: { total: 5 } } });
    expect(changes.run).toMatchObject({
      state: 'closed',
      reason: 'finished',
      message: { content: '{"total":5}' },
    });
    const types = changes.events.map(({ type }) => type);
    expect(types).toEqual(['message.block', 'message.completed', 'run.completed']);
  });

  it('[reply-schema.repaired-once] is followed by another if the reply is not valid, and is charged', () => {
    const { changes, directive } = take([], {}, { ...shown, cost: 3, text: 'No.', reply: { faults } });
    expect(changes.run).toMatchObject({ state: 'running', turn_count: 1, reply_repaired: true, cost: 3 });
    expect(changes.turns).toMatchObject([{ text: 'No.', shown: '', reply_faults: faults }]);
    expect([changes.messages, changes.events]).toEqual([[], []]);
    expect(directive).toEqual({ next: 'turn', turn: 2 });
  });

  it('[run.end.invalid-reply] fails the run if the reply is not valid the second time', () => {
    const { changes } = take([], { reply_repaired: true }, { ...shown, cost: 3, reply: { faults } });
    expect(changes.run).toMatchObject({ state: 'failed', error: { code: 'invalid_reply' }, cost: 3 });
    expect(changes.events.map(({ type }) => type)).toEqual(['run.failed']);
  });

  it('[reply-schema.repaired-once] is followed by the end of a run that is cancelled', () => {
    const { directive } = take([], { cancel_requested: true }, { ...shown, reply: { faults } });
    expect(directive).toEqual({ next: 'cancel' });
  });

  const showBlock = tool({ key: 'show_block', ref: 'show_block@1' });
  const block = judged(showBlock, { args: { kind: 'reply', payload: { total: 5 } } });

  it('[reply-schema.kind-is-kept] shows no block that would pass for the reply', () => {
    const { changes } = take([block], {}, { ...shown });
    expect(changes.newCalls).toMatchObject([{ status: 'failed', error: { code: 'invalid_args' } }]);
    expect(changes.run.blocks).toBeUndefined();
    expect(take([block]).changes.newCalls).toMatchObject([{ status: 'ok' }]);
  });
});
