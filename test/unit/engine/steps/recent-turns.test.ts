import { expect, it } from 'vitest';
import { type JsonText, toJsonText } from '#contract/json-text.ts';
import type { LoadedRun } from '#engine/documents/run.ts';
import type { ToolCallDocument } from '#engine/documents/tool-call.ts';
import type { RunForModel } from '#engine/ports/conversation-store.ts';
import { advance } from '#engine/rules/advance.ts';
import type { Input } from '#engine/rules/inputs.ts';
import { RecentTurns } from '#engine/steps/recent-turns.ts';
import { context, judged, later, now, run, thread, tool, turn } from '../../../support/rules/documents.ts';

const nothing: RunForModel = { turns: [], calls: [] };
const result: JsonText = toJsonText({ paid: true });
const rules = context();

function changesOf(stored: LoadedRun, input: Input) {
  const outcome = advance(stored, input, rules);
  if (outcome.outcome !== 'changed') throw new Error(`nothing changes: ${outcome.outcome}`);
  return outcome;
}

interface Taken {
  stored?: LoadedRun;
  told?: RunForModel;
  fields?: Parameters<typeof turn>[0];
}

/** Takes a turn with one call, unless it is given others, and notes it. */
function taking(
  recentTurns: RecentTurns,
  { stored = { run: run(), thread: thread(), calls: [] }, told = nothing, fields = {} }: Taken = {},
): LoadedRun {
  const seq = stored.run.turn_count + 1;
  const { changes, after } = changesOf(stored, turn({ turn: seq, calls: [judged()], ...fields }));
  const [document] = changes.turns;
  if (document === undefined) throw new Error('a turn was taken');
  recentTurns.note(told, document, after, now);
  return after;
}

/** The run once its calls are made, as the process that has stored their results knows it. */
function settling(stored: LoadedRun, said = result): LoadedRun {
  return stored.calls.reduce<LoadedRun>((known, { _id: tool_call_id }) => {
    const resolution = { status: 'ok' as const, result: said };
    return changesOf(known, { type: 'call_settled', tool_call_id, resolution }).after;
  }, stored);
}

function withoutResults({ calls, ...stored }: LoadedRun): LoadedRun {
  const unread = (call: ToolCallDocument) => {
    const { result: _, ...others } = call;
    return others;
  };
  return { ...stored, calls: calls.map(unread) };
}

it('knows what the turns of a run have said, and their calls with the results, in order', () => {
  const recentTurns = new RecentTurns();
  const first = settling(taking(recentTurns));
  const told = recentTurns.upTo(first, now);
  expect(told).toEqual({
    turns: [
      {
        seq: 1,
        text: 'Hello.',
        calls: [{ id: 'provider-call', name: 'pay', args: toJsonText({ amount: 5 }) }],
        thread_seq: 1,
      },
    ],
    calls: [
      {
        _id: first.calls[0]?._id,
        run_id: 'run',
        turn_seq: 1,
        index: 0,
        name: 'pay',
        patch_ref: 'pay@1',
        interaction: 'silent',
        gate: null,
        reliability: { idempotent: false, retry: 'none' },
        status: 'ok',
        args: toJsonText({ amount: 5 }),
        started_at: now,
        finished_at: now,
        result,
      },
    ],
  });
  const calls = [judged(tool(), { id: 'one' }), judged(tool(), { id: 'two' })];
  const second = settling(taking(recentTurns, { stored: first, ...(told && { told }), fields: { calls } }));
  const known = recentTurns.upTo({ ...second, calls: second.calls.toReversed() }, now);
  expect(known?.turns.map(({ seq }) => seq)).toEqual([1, 2]);
  expect(known?.calls.map(({ turn_seq, index }) => [turn_seq, index])).toEqual([
    [1, 0],
    [2, 0],
    [2, 1],
  ]);
});

it('does not know a run of which it lacks the result of a call', () => {
  const recentTurns = new RecentTurns();
  const stored = taking(recentTurns);
  expect(recentTurns.upTo(withoutResults(settling(stored)), now)).toBeUndefined();
  expect(recentTurns.upTo(settling(stored), now)).toBeDefined();
});

it('does not know a run whose turn was taken again, or is gone, because the store was restored', () => {
  const recentTurns = new RecentTurns();
  const known = settling(taking(recentTurns));
  const again = settling(taking(new RecentTurns()));
  expect(again.calls.map(({ _id }) => _id)).not.toEqual(known.calls.map(({ _id }) => _id));
  expect(recentTurns.upTo(again, now)).toBeUndefined();
  expect(recentTurns.upTo({ ...known, run: run({ turn_count: 0 }), calls: [] }, now)).toBeUndefined();
  expect(recentTurns.upTo(known, now)).toBeDefined();
});

it('knows a call that an approver has put in the place of another one', () => {
  const recentTurns = new RecentTurns();
  const { calls, ...stored } = settling(taking(recentTurns));
  const [first] = calls;
  if (first === undefined) throw new Error('the turn has a call');
  const revised = { ...first, _id: 'revised', index: 1, revised_from: first._id };
  const known = recentTurns.upTo({ ...stored, calls: [...calls, revised] }, now);
  expect(known?.calls.map(({ revised_from }) => revised_from)).toEqual([undefined, first._id]);
});

it('does not know a turn without calls, by which a restored store would not be noticed', () => {
  const recentTurns = new RecentTurns();
  const reply = { faults: [{ path: '', message: 'is wrong' }] };
  const stored = taking(recentTurns, { fields: { calls: [], structured: true, reply } });
  expect(stored.run).toMatchObject({ state: 'running', turn_count: 1 });
  expect(recentTurns.upTo(stored, now)).toBeUndefined();
});

it('forgets a run that nobody has gone on with, and one that has ended', () => {
  const recentTurns = new RecentTurns();
  const stored = settling(taking(recentTurns));
  expect(recentTurns.upTo(stored, later(31))).toBeUndefined();
  expect(recentTurns.upTo(stored, later(29))).toBeDefined();
  taking(recentTurns, { stored, fields: { calls: [] } });
  expect(recentTurns.upTo(stored, now)).toBeUndefined();
});

it('does not keep long runs, nor what the store would replace', () => {
  const recentTurns = new RecentTurns();
  const long = 'x'.repeat(600_000);
  expect(recentTurns.upTo(settling(taking(recentTurns, { fields: { text: long } })), now)).toBeUndefined();
  expect(recentTurns.upTo(settling(taking(recentTurns), toJsonText({ long })), now)).toBeUndefined();
  const calls = [judged(undefined, { id: '\ud800' })];
  expect(recentTurns.upTo(settling(taking(recentTurns, { fields: { calls } })), now)).toBeUndefined();
});

it('keeps the latest runs, as many as there is room for', () => {
  const recentTurns = new RecentTurns();
  const text = 'x'.repeat(400_000);
  const all = Array.from({ length: 50 }, (_, index) => {
    const of = run({ _id: `run ${index}` });
    const stored = { run: of, thread: thread({ active_runs: [of._id] }), calls: [] };
    return settling(taking(recentTurns, { stored, fields: { text } }));
  });
  const known = all.map((each) => recentTurns.upTo(each, now) !== undefined);
  expect(known.indexOf(true)).toBe(9);
  expect(known.lastIndexOf(false)).toBe(8);
});
