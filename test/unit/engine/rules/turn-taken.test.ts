import { describe, expect, it } from 'vitest';
import { advance } from '#engine/rules/advance.ts';
import type { JudgedCall } from '#engine/rules/inputs.ts';
import { judged, run, context, thread, tool, turn } from '../../../support/rules/documents.ts';
import { changed } from '../../../support/rules/outcomes.ts';

const ask = tool({ key: 'ask', interaction: 'interactive' });

function take(
  calls: JudgedCall[],
  fields: Parameters<typeof run>[0] = {},
  turnFields: Parameters<typeof turn>[0] = {},
) {
  const stored = { run: run(fields), thread: thread(), calls: [] };
  return changed(advance(stored, turn({ calls, ...turnFields }), context()));
}

describe('a model turn', () => {
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

  it('[run.cancel.stored-is-carried-out] of a run that is to end neither pauses nor makes calls', () => {
    const { changes } = take([judged(ask), judged()], { cancel_requested: true });
    expect(changes.run).toMatchObject({ state: 'closed', reason: 'cancelled' });
    expect(changes.newCalls.map(({ error }) => error?.code)).toEqual(['cancelled', 'cancelled']);
    expect(changes.thread?.pauses).toEqual([]);
  });

  it('stores free JSON as its text, whatever names it has', () => {
    const args = { $ref: 'a', _bsontype: 'ObjectId', 'a\0b': 1 };
    const { changes } = take([judged(tool(), { args })]);
    expect(changes.newCalls[0]?.args).toBe(JSON.stringify(args));
    expect(changes.turns[0]?.calls[0]?.args).toBe(JSON.stringify(args));
  });
});
