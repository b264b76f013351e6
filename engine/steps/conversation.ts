import { setImmediate as nextTick } from 'node:timers/promises';
import type { TurnReasoning } from '../documents/turn.ts';
import type { Json, LeftOut, ModelCall, ModelMessage } from '../ports/model.ts';
import type { LoadedRun } from '../documents/run.ts';
import type {
  ConversationStore,
  SaidInRun,
  SaidMessage,
  ToolCallForModel,
  TurnForModel,
} from '../ports/conversation-store.ts';
import { defined } from '#contract/defined.ts';
import type { JsonObject } from '#contract/json.ts';
import { fromJsonText, toJsonText } from '#contract/json-text.ts';
import type { Redactable } from '../rules/redacted-payload.ts';
import { repairMessages } from './repair-messages.ts';
import { resultForModel } from '../rules/result-for-model.ts';

/** A model turn sees at most this many messages of its thread. */
const historyMessages = 100;
/** A model turn sees the newest messages of the thread, up to this many characters. */
const historyCharacters = 200_000;
/**
 * A model turn sees the newest results of its run, up to this many characters: one of the largest size, and some more.
 * More would fit no model, and take memory and time from other runs.
 */
const resultCharacters = 1_200_000;

/** A model turn gets back what was thought in the newest turns of its run, up to this many characters. */
const reasoningCharacters = 2 * 1024 * 1024;

export interface Conversation extends SaidInRun {
  /** The messages of earlier runs, oldest first. */
  history: ModelMessage[];
  /** This run: its user message, then each turn with the results of its calls. */
  run: ModelMessage[];
  /** What of the thread and of the run's results is not among it. */
  left_out: LeftOut;
  /**
   * The run's calls, which say what to redact in the model's payloads. Undefined if a result that has to be redacted was
   * not read: the model may have quoted it in an earlier turn.
   */
  known: Redactable[] | undefined;
  /** The calls of which everything that was read is known: what the model may repeat of them is struck from what it says. */
  quotable: Redactable[];
}

/** Reads what was said on a thread until a run was opened. It never changes, so it can be read before the run is. */
export async function readBefore(
  conversations: ConversationStore,
  { thread_id, seq }: { thread_id: string; seq: number },
): Promise<SaidMessage[]> {
  return await conversations.before(thread_id, seq, historyMessages);
}

/**
 * Reads what the run's next model turn has to know.
 * @param before what was said on the thread before the run was opened, newest first
 * @param known what was said in the run, if this process knows it
 */
export async function readRunSoFar(
  conversations: ConversationStore,
  { run, thread }: Pick<LoadedRun, 'run' | 'thread'>,
  before: SaidMessage[],
  known: SaidInRun | undefined = run.turn_count === 0 ? { turns: [], calls: [] } : undefined,
): Promise<Conversation> {
  const nothingSince = thread.last_seq === run.seq;
  const [since, turns, toolCalls] = await Promise.all([
    nothingSince ? [] : conversations.since(run.thread_id, run.seq, historyMessages),
    known?.turns ?? conversations.turns(run._id, reasoningCharacters),
    known?.calls ?? conversations.calls(run._id, resultCharacters),
  ]);
  const history: ModelMessage[] = [];
  const opening: ModelMessage[] = [];
  let characters = 0;
  const newest = [...since, ...before].slice(0, historyMessages);
  let count = 0;
  for (const { role, content: shown, told: content = shown, seq, run_id } of newest) {
    if (seq === run.seq) opening.push({ role: 'user', content });
    if (run_id !== run._id && role !== 'system') {
      characters += content.length;
      if (characters > historyCharacters) break;
      history.unshift({ role, content });
    }
    count += 1;
  }
  const quotable = quotableCalls(turns, toolCalls);
  return {
    history,
    run: [...opening, ...(await runMessages(turns, toolCalls))],
    turns,
    calls: toolCalls,
    left_out: leftOut(newest, count, toolCalls),
    known: toolCalls.some(isLost) ? undefined : quotable,
    quotable,
  };
}

/**
 * What a model is not shown.
 * @param newest the newest messages of the thread, newest first, of which it is shown the first ones
 */
function leftOut(newest: SaidMessage[], shown: number, toolCalls: ToolCallForModel[]): LeftOut {
  const lengths = [
    ...newest.slice(shown).map(({ content }) => content.length),
    ...toolCalls.flatMap(({ result }) => (typeof result === 'number' ? [result] : [])),
  ];
  // Messages have the positions 1, 2, and so on.
  const unread = (newest.at(-1)?.seq ?? 1) - 1;
  return {
    messages: lengths.length + unread,
    characters: lengths.reduce((sum, length) => sum + length, 0),
  };
}

/** The calls, each as the model sent it. */
function quotableCalls(turns: TurnForModel[], toolCalls: ToolCallForModel[]): Redactable[] {
  const bySeq = new Map(turns.map((turn) => [turn.seq, turn]));
  return toolCalls.map(({ result, ...call }) => {
    const { args, unparsed } = bySeq.get(call.turn_seq)?.calls[call.index] ?? {};
    return {
      ...call,
      // As the model gave them: those of a call that only shows something are stored as they are shown.
      ...defined({ args }),
      ...(typeof result === 'string' ? { result } : {}),
      ...defined({ unparsed }),
    };
  });
}

/** Whether a result that has to be redacted was not read. */
function isLost({ result, redact }: ToolCallForModel): boolean {
  return typeof result === 'number' && (redact?.result ?? []).length > 0;
}

/** Parsing all results of a run at once would block the runs of others. */
async function runMessages(turns: TurnForModel[], toolCalls: ToolCallForModel[]): Promise<ModelMessage[]> {
  const byTurn = Map.groupBy(toolCalls, ({ turn_seq }) => turn_seq);
  const messages: ModelMessage[] = [];
  for (const turn of turns) {
    messages.push(...turnMessages(turn, byTurn.get(turn.seq) ?? []));
    await nextTick();
  }
  return messages;
}

function turnMessages(turn: TurnForModel, calls: ToolCallForModel[]): ModelMessage[] {
  // A call that an approver has revised has one result: that it was declined, and what came of those that took its place.
  const results = calls.filter(({ revised_from }) => revised_from === undefined);
  const successors = new Map(
    calls.flatMap((call) => (call.revised_from === undefined ? [] : [[call.revised_from, call] as const])),
  );
  const { reply_faults } = turn;
  if (reply_faults !== undefined) return repairMessages(turn.text, reply_faults);
  return [
    {
      role: 'assistant',
      content: turn.text,
      ...(turn.calls.length === 0 ? {} : { calls: turn.calls.map(toModelCall) }),
      ...(turn.reasoning === undefined ? {} : { reasoning: fromJsonText<TurnReasoning>(turn.reasoning) }),
    },
    ...(results.length === 0
      ? []
      : [
          {
            role: 'tool' as const,
            results: results.map((call) => ({
              call_id: call.call_id,
              name: call.name,
              ...resultOf(call, successors),
            })),
          },
        ]),
  ];
}

/** The result of a call, with the call that took its place, and whether the last of them failed. */
function resultOf(
  call: ToolCallForModel,
  successors: ReadonlyMap<string, ToolCallForModel>,
): { result: Json; failed: boolean } {
  const chain: ToolCallForModel[] = [];
  for (let next: ToolCallForModel | undefined = call; next !== undefined; next = successors.get(next._id)) {
    chain.push(next);
  }
  const failed = chain.at(-1)?.status === 'failed';
  const [result, ...revised] = chain.map(shownResult);
  if (revised.length === 0) return { result: result as Json, failed };
  const made = revised.map((each, index) => ({
    args: fromJsonText<JsonObject>(chain[index + 1]?.args ?? toJsonText({})) as Json,
    result: each,
  }));
  return { result: { ...(result as { [key: string]: Json }), revised: made }, failed };
}

function shownResult({ result, ...call }: ToolCallForModel): Json {
  if (typeof result === 'number') return { truncated: true, characters: result };
  return resultForModel({ ...call, ...defined({ result }) }) as Json;
}

function toModelCall({ id, name, args, unparsed }: TurnForModel['calls'][number]): ModelCall {
  return {
    id,
    name,
    ...(args === undefined ? {} : { args: fromJsonText(args) as NonNullable<ModelCall['args']> }),
    ...defined({ unparsed }),
  };
}
