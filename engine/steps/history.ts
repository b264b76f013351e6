import type { JsonObject } from '#contract/json.ts';
import { fromJsonText, toJsonText } from '#contract/json-text.ts';
import { toTimestamp } from '#contract/timestamp.ts';
import type { EarlierRun, MessageForModel, ToolCallForModel } from '../ports/conversation-store.ts';
import type { ModelMessage, ShownRun } from '../ports/model.ts';
import { isLasting, lineOfCall } from '../rules/lasting-calls.ts';
import { withLateOutcome } from '../rules/result-for-model.ts';
import { noteCharacters, withoutDetails } from '../rules/call-notes.ts';
import { argsForModel } from '../rules/filled-arguments.ts';
import { answeredLater, endForModel, lateReply } from '../rules/end-for-model.ts';
import { type MadeCall, turnMessages } from './turn-messages.ts';
import { userMessage } from './user-message.ts';

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
  rest: MessageForModel[];
  /** The lengths of results that were replaced. */
  replaced: number[];
}

/**
 * The messages of earlier runs, run by run, with the calls of each and how it has ended: as many of the newest runs as there is room
 * for. Results for which there is no room are replaced by their lengths.
 * @param messages newest first
 * @param known what is known of runs of which the messages do not show all
 * @param options.characters how much room there is
 * @param options.timeZone of the times at which people wrote and responded
 */
export function historyOf(
  messages: readonly MessageForModel[],
  known: ReadonlyMap<string, EarlierRun>,
  { characters, timeZone }: { characters: number; timeZone: string },
): History {
  const history: History = { runs: [], run_ids: [], calls: [], rest: [], replaced: [] };
  let room = characters;
  const late = lateReplies(messages);
  const ofRuns = [...Map.groupBy(messages, ({ run_id }) => run_id)].toSorted(
    ([, one], [, other]) => openedAt(other) - openedAt(one),
  );
  for (const [index, [runId, messages]] of ofRuns.entries()) {
    const run = known.get(runId);
    const calls = run?.calls ?? [];
    room -= lengthOf(messages, calls);
    if (room < 0) {
      history.rest = ofRuns.slice(index).flatMap(([, each]) => each);
      break;
    }
    const fitted: ToolCallForModel[] = [];
    for (const call of calls.toReversed()) {
      const fitting = fittingIn(room, call);
      room -= fitting.characters;
      fitted.unshift(fitting.call);
      const left = fitting.call.result;
      if (typeof left === 'number') history.replaced.push(left);
    }
    history.calls.unshift(...fitted);
    history.run_ids.push(runId);
    history.runs.unshift({
      messages: messagesOf(messages.toReversed(), run, fitted, { late, timeZone }),
      lines: calls.filter(isLasting).map(lineOfCall),
    });
  }
  return history;
}

/**
 * Replies that were given after the reply to a later message, because calls of their runs were held meanwhile, each with the run of the
 * last such message: they are shown there, in the order in which all was said.
 * @param messages newest first
 */
function lateReplies(messages: readonly MessageForModel[]): Map<MessageForModel, string> {
  const replies = messages.filter(({ role }) => role === 'assistant');
  const late = new Map<MessageForModel, string>();
  for (const reply of replies) {
    const before = replies.filter(({ seq, run_seq }) => run_seq > reply.run_seq && seq < reply.seq);
    const last = before.toSorted((one, other) => other.run_seq - one.run_seq)[0];
    if (last !== undefined) late.set(reply, last.run_id);
  }
  return late;
}

/** A call with its result and what people have said about it, or without these if there is no room. */
function fittingIn(room: number, call: ToolCallForModel): { call: ToolCallForModel; characters: number } {
  const { result } = call;
  const ofResult = typeof result === 'string' ? Math.max(0, result.length - stubCharacters) : 0;
  const characters = ofResult + noteCharacters(call);
  if (characters <= room) return { call, characters };
  const without = withoutDetails(call);
  return {
    call: typeof result === 'string' && ofResult > 0 ? { ...without, result: result.length } : without,
    characters: 0,
  };
}

/** The runs of a thread follow each other in the order of the messages that opened them. */
function openedAt(messages: readonly MessageForModel[]): number {
  return messages.reduce((first, { run_seq }) => Math.min(first, run_seq), Number.POSITIVE_INFINITY);
}

function lengthOf(messages: readonly MessageForModel[], calls: readonly ToolCallForModel[]): number {
  return (
    messages.reduce((sum, { content, content_for_model: text = content }) => sum + text.length, 0) +
    calls.reduce((sum, { args }) => sum + args.length + stubCharacters, 0)
  );
}

/**
 * @param messages oldest first
 * @param late replies that are shown after those of other runs
 */
function messagesOf(
  messages: readonly MessageForModel[],
  run: EarlierRun | undefined,
  calls: ToolCallForModel[],
  { late, timeZone }: { late: ReadonlyMap<MessageForModel, string>; timeZone: string },
): ModelMessage[] {
  const isLate = messages.some((message) => late.has(message));
  const turns = [...Map.groupBy(calls, ({ turn_seq }) => turn_seq)];
  const hasCalls = turns.length > 0;
  const words = messages.flatMap((message): ModelMessage[] => {
    const { role, content, content_for_model: text = content, seq, run_seq } = message;
    if (role === 'assistant') return late.has(message) ? [] : [{ role, content: text }];
    // An answer is the result of a call.
    const isIncluded = role === 'user' && (seq === run_seq || !hasCalls);
    return isIncluded ? [userMessage(message, timeZone)] : [];
  });
  const [first, ...others] = words;
  const opening = first?.role === 'user' ? [first] : [];
  const rest = first === undefined || first.role === 'user' ? others : words;
  const isAnswered = rest.some(({ role }) => role === 'assistant');
  return [
    ...opening,
    ...turns.flatMap(([seq, ofTurn]) =>
      turnMessages(
        openedAt(messages),
        { seq, content: '', calls: ofTurn.flatMap(madeOf) },
        ofTurn.map((call) => asOfNow(call, run)),
        timeZone,
      ),
    ),
    ...rest,
    ...(isAnswered
      ? []
      : [{ role: 'assistant' as const, content: isLate ? answeredLater : endForModel(run, { hasCalls }) }]),
    ...[...late]
      .filter(([, runId]) => runId === messages[0]?.run_id)
      .toSorted(([one], [other]) => one.seq - other.seq)
      .map(([{ content, content_for_model: text = content }]) => ({
        role: 'assistant' as const,
        content: `${lateReply}\n\n${text}`,
      })),
  ];
}

/** A call as the model made it; none for one that has taken the place of another. */
function madeOf(call: ToolCallForModel): MadeCall[] {
  const { name, index, revised_from } = call;
  return revised_from === undefined ? [{ name, args: argsForModel(call), index }] : [];
}

/**
 * A call with what there is in the place of a result: that it is still open, and what it waits for, or what was reported once its run had
 * given up waiting.
 */
function asOfNow(call: ToolCallForModel, run: EarlierRun | undefined): ToolCallForModel {
  const { status, result } = call;
  if (status === 'pending') return { ...call, result: toJsonText({ pending: true, ...waitOf(call, run) }) };
  if (typeof result !== 'string') return call;
  const reported = withLateOutcome(call, fromJsonText(result));
  return reported === undefined ? call : { ...call, result: toJsonText(reported) };
}

/** Since when a held call waits for approval; once it is approved, and can still be stopped, until when, or since when it is frozen. */
function waitOf({ _id }: ToolCallForModel, run: EarlierRun | undefined): JsonObject {
  const held = run?.pauses?.find(({ type, tool_call_id }) => type === 'confirmation' && tool_call_id === _id);
  if (held === undefined) return {};
  if (held.frozen !== undefined) return { waits_for: 'freeze', since: toTimestamp(held.frozen.at) };
  return held.not_before === undefined
    ? { waits_for: 'approval', since: toTimestamp(held.created_at) }
    : { waits_for: 'cooling_off', not_before: toTimestamp(held.not_before) };
}
