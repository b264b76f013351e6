import { fromJsonText, toJsonText } from '#contract/json-text.ts';
import type { EarlierRun, SaidMessage, ToolCallForModel } from '../ports/conversation-store.ts';
import type { ModelCall, ModelMessage, ShownRun } from '../ports/model.ts';
import { isLasting, lineOfCall } from '../rules/lasting-calls.ts';
import { withLateOutcome } from '../rules/result-for-model.ts';
import { saidCharacters, withoutDetails } from '../rules/said-of-call.ts';
import { toldEnd } from '../rules/told-end.ts';
import { type MadeCall, toldTurn } from './told-calls.ts';

/** Approximate length of the text that replaces a result. */
const stubCharacters = 40;

/** The earlier runs of a thread, as a model is shown them. */
export interface History {
  /** Oldest first. */
  runs: ShownRun[];
  /** Their ids. */
  run_ids: string[];
  /** The calls that are among them, as far as they were read. */
  calls: ToolCallForModel[];
  /** The messages of older runs, for which there is no room. */
  rest: SaidMessage[];
  /** The lengths of results that were replaced. */
  replaced: number[];
}

/**
 * The messages of earlier runs, run by run, with the calls of each and how it has ended: as many of the newest runs as there is room
 * for. Results for which there is no room are replaced by their lengths.
 * @param messages newest first
 * @param known what is known of runs of which the messages do not tell all
 */
export function historyOf(
  messages: readonly SaidMessage[],
  known: ReadonlyMap<string, EarlierRun>,
  characters: number,
): History {
  const history: History = { runs: [], run_ids: [], calls: [], rest: [], replaced: [] };
  let room = characters;
  const ofRuns = [...Map.groupBy(messages, ({ run_id }) => run_id)].toSorted(
    ([, one], [, other]) => openedAt(other) - openedAt(one),
  );
  for (const [index, [runId, said]] of ofRuns.entries()) {
    const run = known.get(runId);
    const calls = run?.calls ?? [];
    room -= lengthOf(said, calls);
    if (room < 0) {
      history.rest = ofRuns.slice(index).flatMap(([, each]) => each);
      break;
    }
    const fitted: ToolCallForModel[] = [];
    for (const call of calls.toReversed()) {
      const told = fittingIn(room, call);
      room -= told.characters;
      fitted.unshift(told.call);
      const left = told.call.result;
      if (typeof left === 'number') history.replaced.push(left);
    }
    history.calls.unshift(...fitted);
    history.run_ids.push(runId);
    history.runs.unshift({
      messages: messagesOf(said.toReversed(), run, fitted),
      lines: calls.filter(isLasting).map(lineOfCall),
    });
  }
  return history;
}

/** A call with its result and what people have said of it, or without these if there is no room. */
function fittingIn(room: number, call: ToolCallForModel): { call: ToolCallForModel; characters: number } {
  const { result } = call;
  const ofResult = typeof result === 'string' ? Math.max(0, result.length - stubCharacters) : 0;
  const characters = ofResult + saidCharacters(call);
  if (characters <= room) return { call, characters };
  const without = withoutDetails(call);
  return {
    call: typeof result === 'string' && ofResult > 0 ? { ...without, result: result.length } : without,
    characters: 0,
  };
}

/** The runs of a thread follow each other in the order of the messages that opened them. */
function openedAt(said: readonly SaidMessage[]): number {
  return said.reduce((first, { run_seq }) => Math.min(first, run_seq), Number.POSITIVE_INFINITY);
}

function lengthOf(said: readonly SaidMessage[], calls: readonly ToolCallForModel[]): number {
  return (
    said.reduce((sum, { content, told = content }) => sum + told.length, 0) +
    calls.reduce((sum, { args }) => sum + args.length + stubCharacters, 0)
  );
}

/** @param said oldest first */
function messagesOf(
  said: readonly SaidMessage[],
  run: EarlierRun | undefined,
  calls: ToolCallForModel[],
): ModelMessage[] {
  const turns = [...Map.groupBy(calls, ({ turn_seq }) => turn_seq)];
  const hasCalls = turns.length > 0;
  const words = said.flatMap(({ role, content, told = content, seq, run_seq }) => {
    // An answer is the result of a call.
    if (role === 'system') return [];
    const isTold = role === 'assistant' || seq === run_seq || !hasCalls;
    return isTold ? [{ role, content: told }] : [];
  });
  const [first, ...others] = words;
  const opening = first?.role === 'user' ? [first] : [];
  const rest = first === undefined || first.role === 'user' ? others : words;
  const isAnswered = rest.some(({ role }) => role === 'assistant');
  return [
    ...opening,
    ...turns.flatMap(([seq, ofTurn]) =>
      toldTurn(openedAt(said), { seq, content: '', calls: ofTurn.flatMap(madeOf) }, ofTurn.map(asOfNow)),
    ),
    ...rest,
    ...(isAnswered ? [] : [{ role: 'assistant' as const, content: toldEnd(run, { hasCalls }) }]),
  ];
}

/** A call as the model made it; none for one that has taken the place of another. */
function madeOf({ name, args, index, revised_from }: ToolCallForModel): MadeCall[] {
  return revised_from === undefined
    ? [{ name, args: fromJsonText(args) as NonNullable<ModelCall['args']>, index }]
    : [];
}

/** A call with what there is in the place of a result: that it is still open, or what was reported once its run had given up waiting. */
function asOfNow(call: ToolCallForModel): ToolCallForModel {
  const { status, result } = call;
  if (status === 'pending') return { ...call, result: toJsonText({ pending: true }) };
  if (typeof result !== 'string') return call;
  const reported = withLateOutcome(call, fromJsonText(result));
  return reported === undefined ? call : { ...call, result: toJsonText(reported) };
}
