import { yieldToOthers } from '../event-loop/yield-to-others.ts';
import type { TurnReasoning } from '../documents/turn.ts';
import type { LeftOut, ModelCall, ModelMessage, ShownRun } from '../ports/model.ts';
import type { LoadedRun } from '../documents/run.ts';
import type {
  ConversationStore,
  RunForModel,
  MessageForModel,
  ToolCallForModel,
  TurnForModel,
} from '../ports/conversation-store.ts';
import { defaultTimeZone } from '#contract/context.ts';
import { defined } from '#contract/defined.ts';
import { fromJsonText } from '#contract/json-text.ts';
import { lineOfCall } from '../rules/lasting-calls.ts';
import type { Redactable } from '../rules/redacted-payload.ts';
import { EarlierRuns } from './earlier-runs.ts';
import { type History, historyOf } from './history.ts';
import { saidBeside, type RunBeside, withMeanwhile } from './meanwhile.ts';
import { repairMessages } from './repair-messages.ts';
import { turnMessages } from './turn-messages.ts';
import { userMessage } from './user-message.ts';

/** A model turn sees at most this many messages of its thread. */
const historyMessages = 100;
/** A model turn sees the newest messages of earlier runs with what these did, up to this many characters. */
const historyCharacters = 200_000;
/**
 * A model turn sees the newest results of its run, up to this many characters: one of the largest size, and some more.
 * More would fit no model, and take memory and time from other runs.
 */
const resultCharacters = 1_200_000;

/** A model turn gets back what was thought in the newest turns of its run, up to this many characters. */
const reasoningCharacters = 2 * 1024 * 1024;

/** Maximum number of lines about calls of runs that are too old to be shown. */
const mostLines = 200;

export interface Conversation extends RunForModel {
  /** The calls of runs that are too old to be shown, oldest first, one line each. */
  earlier_calls: string[];
  /** Earlier runs, oldest first. */
  history: ShownRun[];
  /** This run: its user message, then each turn with the results of its calls. */
  run: ModelMessage[];
  /** The parts of the thread and of the results that are missing. */
  left_out: LeftOut;
  /**
   * The calls that the model is shown, which say what to redact in its payloads. Undefined if a result of the run that has to be
   * redacted was not read: the model may have quoted it in an earlier turn.
   */
  known: Redactable[] | undefined;
  /** The messages and calls that the model is shown, in which the origins of values are looked for. Messages are newest first. */
  sources: { messages: MessageForModel[]; calls: ToolCallForModel[] };
  /** The calls of which everything that was read is known: what the model may repeat of them is struck from what it says. */
  quotable: Redactable[];
}

/** Reads what was said on a thread until a run was opened. It never changes, so it can be read before the run is. */
export async function readBefore(
  conversations: ConversationStore,
  { thread_id, seq }: { thread_id: string; seq: number },
): Promise<MessageForModel[]> {
  return await conversations.before(thread_id, seq, historyMessages);
}

/** Reads what the run's next model turn has to know. */
export async function readRunSoFar(
  conversations: ConversationStore,
  { run, thread }: Pick<LoadedRun, 'run' | 'thread'>,
  {
    before,
    known = run.turn_count === 0 ? { turns: [], calls: [] } : undefined,
    earlierRuns = new EarlierRuns(),
    timeZone = defaultTimeZone,
    now,
  }: {
    /** The messages on the thread before the run was opened, newest first. */
    before: MessageForModel[];
    /** The turns and calls of the run, if this process has them. */
    known?: RunForModel | undefined;
    /** The cached earlier runs of this process. */
    earlierRuns?: EarlierRuns;
    /** Time zone of the times at which people wrote and responded, as the model is shown them. Default: UTC. */
    timeZone?: string | undefined;
    now: Date;
  },
): Promise<Conversation> {
  const nothingSince = thread.last_seq === run.seq;
  const [since, turns, toolCalls] = await Promise.all([
    nothingSince ? [] : conversations.since(run.thread_id, run.seq, historyMessages),
    known?.turns ?? conversations.turns(run._id, reasoningCharacters),
    known?.calls ?? conversations.calls(run._id, resultCharacters),
  ]);
  const newest = [...since, ...before].slice(0, historyMessages);
  const opening = newest.filter(({ seq }) => seq === run.seq);
  const others = newest.filter(({ run_id, role }) => run_id !== run._id && role !== 'system');
  const earlier = await earlierRuns.read(conversations, thread, eventfulAmong(others, thread), {
    characters: historyCharacters,
    now,
  });
  const history = historyOf(others, earlier, { characters: historyCharacters, timeZone });
  // Messages have the positions 1, 2, and so on.
  const unread = (newest.at(-1)?.seq ?? 1) - 1;
  const unshown = new Set(history.rest);
  const isWhole = unread === 0 && history.rest.length === 0;
  const lasting =
    isWhole || (thread.lasting_from ?? run.seq) >= run.seq
      ? []
      : await conversations.lasting(run.thread_id, {
          before: run.seq,
          except: history.run_ids,
          limit: mostLines,
        });
  const beside =
    run.first_paused_at === undefined || !toolCalls.some(({ gate }) => gate === 'confirm')
      ? []
      : await readBeside(conversations, { run, thread }, { earlierRuns, timeZone, now });
  const ofRun = quotableCalls(turns, toolCalls);
  const quotable = [...history.calls.map(asRedactable), ...ofRun];
  return {
    earlier_calls: lasting.toReversed().map(lineOfCall),
    history: history.runs,
    run: [
      ...opening.map((message) => userMessage(message, timeZone)),
      ...(await runMessages(run.seq, turns, toolCalls, { beside, timeZone })),
    ],
    turns,
    calls: toolCalls,
    left_out: leftOut(history, unread, toolCalls),
    known: toolCalls.some(isLost) ? undefined : quotable,
    sources: {
      messages: newest.filter((message) => !unshown.has(message)),
      calls: [...history.calls, ...toolCalls],
    },
    quotable,
  };
}

/** The later runs that have worked beside a run while calls of it were held. */
async function readBeside(
  conversations: ConversationStore,
  { run, thread }: Pick<LoadedRun, 'run' | 'thread'>,
  { earlierRuns, timeZone, now }: { earlierRuns: EarlierRuns; timeZone: string; now: Date },
): Promise<RunBeside[]> {
  if (thread.last_seq === run.seq) return [];
  const messages = await conversations.later(thread._id, run.seq, historyMessages);
  const known = await earlierRuns.read(conversations, thread, eventfulAmong(messages, thread), {
    characters: historyCharacters,
    now,
  });
  return saidBeside(messages, known, timeZone);
}

/** The runs of which messages do not tell all. */
function eventfulAmong(messages: readonly MessageForModel[], { eventful }: LoadedRun['thread']): string[] {
  if (eventful === undefined) return [];
  const { first, last } = eventful;
  const ofThem = messages.filter(({ run_seq }) => run_seq >= first && run_seq <= last);
  return [...new Set(ofThem.map(({ run_id }) => run_id))];
}

/** The parts that a model is not shown. */
function leftOut({ rest, replaced }: History, unread: number, toolCalls: ToolCallForModel[]): LeftOut {
  const lengths = [
    ...rest.map(({ content, content_for_model: text = content }) => text.length),
    ...replaced,
    ...toolCalls.flatMap(({ result }) => (typeof result === 'number' ? [result] : [])),
  ];
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
      // As the model gave them: those of a call that only shows something are stored as they are shown. What was filled in is
      // redacted too.
      ...(call.filled === undefined ? defined({ args }) : {}),
      ...(typeof result === 'string' ? { result } : {}),
      ...defined({ unparsed }),
    };
  });
}

/** A call of an earlier run, as far as it was read. */
function asRedactable({ result, ...call }: ToolCallForModel): Redactable {
  return { ...call, ...(typeof result === 'string' ? { result } : {}) };
}

/** Whether a result that has to be redacted was not read. */
function isLost({ result, redact }: ToolCallForModel): boolean {
  return typeof result === 'number' && (redact?.result ?? []).length > 0;
}

/** Parsing all results of a run at once would block the runs of others. */
async function runMessages(
  runSeq: number,
  turns: TurnForModel[],
  toolCalls: ToolCallForModel[],
  { beside, timeZone }: { beside: RunBeside[]; timeZone: string },
): Promise<ModelMessage[]> {
  const byTurn = Map.groupBy(toolCalls, ({ turn_seq }) => turn_seq);
  const shown: { turn: TurnForModel; messages: ModelMessage[] }[] = [];
  for (const turn of turns) {
    shown.push({ turn, messages: messagesOfTurn(runSeq, turn, byTurn.get(turn.seq) ?? [], timeZone) });
    await yieldToOthers();
  }
  return withMeanwhile(shown, beside);
}

function messagesOfTurn(
  runSeq: number,
  turn: TurnForModel,
  calls: ToolCallForModel[],
  timeZone: string,
): ModelMessage[] {
  const { seq, text, reply_faults, reasoning } = turn;
  if (reply_faults !== undefined) return repairMessages(text, reply_faults);
  return turnMessages(
    runSeq,
    {
      seq,
      content: text,
      calls: turn.calls.map(({ name, args, unparsed }) => ({
        name,
        ...(args === undefined ? {} : { args: fromJsonText(args) as NonNullable<ModelCall['args']> }),
        ...defined({ unparsed }),
      })),
      ...(reasoning === undefined ? {} : { reasoning: fromJsonText<TurnReasoning>(reasoning) }),
    },
    calls,
    timeZone,
  );
}
