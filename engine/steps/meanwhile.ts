import type { EarlierRun, MessageForModel, TurnForModel } from '../ports/conversation-store.ts';
import type { Json, ModelMessage } from '../ports/model.ts';
import { endForModel } from '../rules/end-for-model.ts';
import { lineOfCall } from '../rules/lasting-calls.ts';
import { userMessage } from './user-message.ts';

/** Maximum for what a run is shown of the runs that have worked beside it, in characters of messages and lines about calls. */
const meanwhileCharacters = 50_000;

/** A run that was opened later, and has worked while calls of this one were held. */
export interface RunBeside {
  /** The position of its newest message; infinite while it is open. */
  until: number;
  said: (
    { role: 'user'; content: string; at?: string } | { role: 'assistant'; content: string; calls?: string[] }
  )[];
}

/**
 * The runs that have worked beside a run, oldest first. Those that wait for it, and have not begun, are left out.
 * @param messages of later runs, newest first
 * @param known what is known of those of which messages do not tell all
 * @param timeZone of the times at which people wrote
 */
export function saidBeside(
  messages: readonly MessageForModel[],
  known: ReadonlyMap<string, EarlierRun>,
  timeZone: string,
): RunBeside[] {
  let room = meanwhileCharacters;
  const beside: RunBeside[] = [];
  for (const [runId, ofRun] of Map.groupBy(messages, ({ run_id }) => run_id)) {
    const run = known.get(runId);
    const calls = run?.calls ?? [];
    const reply = ofRun.find(({ role }) => role === 'assistant');
    if (reply === undefined && calls.length === 0) continue;
    const lines = calls.map(lineOfCall);
    const end =
      reply === undefined
        ? endForModel(run, { hasCalls: calls.length > 0 })
        : (reply.content_for_model ?? reply.content);
    const said: RunBeside['said'] = [
      ...ofRun
        .filter(({ role }) => role === 'user')
        .toReversed()
        .map((message) => userMessage(message, timeZone)),
      { role: 'assistant', content: end, ...(lines.length === 0 ? {} : { calls: lines }) },
    ];
    room -= [...said.map(({ content }) => content), ...lines].reduce((sum, text) => sum + text.length, 0);
    if (room < 0) break;
    beside.unshift({ until: reply?.seq ?? Number.POSITIVE_INFINITY, said });
  }
  return beside;
}

/**
 * The words that were said beside a run stand with the results of its calls after which they were said: a run sees them as data, where they were said, and
 * what came before stays as it was shown.
 * @param turns of the run, each with its messages
 */
export function withMeanwhile(
  turns: readonly { turn: TurnForModel; messages: ModelMessage[] }[],
  beside: readonly RunBeside[],
): ModelMessage[] {
  const last = turns.findLastIndex(hasResults);
  let left = beside;
  return turns.flatMap((each, index) => {
    if (!hasResults(each)) return each.messages;
    const seen = index === last ? Number.POSITIVE_INFINITY : (turns[index + 1]?.turn.thread_seq ?? 0);
    const said = left.filter(({ until }) => until <= seen);
    left = left.filter(({ until }) => until > seen);
    return said.length === 0 ? each.messages : added(each.messages, said);
  });
}

function hasResults({ messages }: { messages: ModelMessage[] }): boolean {
  return messages.at(-1)?.role === 'tool';
}

/** The last result of a turn, with what was said meanwhile. */
function added(messages: readonly ModelMessage[], runs: readonly RunBeside[]): ModelMessage[] {
  const said: Json = runs.flatMap((run) => run.said);
  return messages.map((message, index) => {
    if (message.role !== 'tool' || index !== messages.length - 1) return message;
    const results = message.results.map((each, place) =>
      place === message.results.length - 1 ? { ...each, result: withField(each.result, said) } : each,
    );
    return { ...message, results };
  });
}

function withField(result: Json, meanwhile: Json): Json {
  const isObject = typeof result === 'object' && result !== null && !Array.isArray(result);
  return isObject ? { ...result, meanwhile } : { result, meanwhile };
}
