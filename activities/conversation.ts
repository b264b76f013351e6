import type { Json, ModelMessage } from '#adapters/model/port.ts';
import type { Database } from '#store/database.ts';
import { continueConversation, type MessageDocument } from '#store/messages.ts';
import type { LoadedRun } from '#store/runs.ts';
import { listToolCalls, type ToolCallDocument } from '#store/tool-calls.ts';
import { listTurns, type TurnDocument } from '#store/turns.ts';

/** How much of the thread a model turn is shown, in characters: the newest messages. */
const historyCharacters = 200_000;

export interface Conversation {
  /** The words of earlier runs, oldest first. */
  history: ModelMessage[];
  /** This run: its user message, then each turn with the results of its calls. */
  run: ModelMessage[];
  turns: TurnDocument[];
  toolCalls: ToolCallDocument[];
}

/**
 * What the run's next model turn is to know.
 * @param before what was said on the thread until the run was opened, newest first
 */
export async function readRunSoFar(
  db: Database,
  { run, thread }: Pick<LoadedRun, 'run' | 'thread'>,
  before: MessageDocument[],
): Promise<Conversation> {
  const firstTurn = run.turn_count === 0;
  const nothingSince = thread.last_seq === run.seq;
  const [messages, turns, toolCalls] = await Promise.all([
    nothingSince ? before : continueConversation(db, run.thread_id, run.seq, before),
    firstTurn ? [] : listTurns(db, run._id),
    firstTurn ? [] : listToolCalls(db, run._id),
  ]);
  const history: ModelMessage[] = [];
  const opening: ModelMessage[] = [];
  let characters = 0;
  for (const { role, content, seq, run_id } of messages) {
    if (seq === run.seq) opening.push({ role: 'user', content });
    if (run_id === run._id || role === 'system') continue;
    characters += content.length;
    if (characters > historyCharacters) break;
    history.unshift({ role, content });
  }
  return {
    history,
    run: [...opening, ...turns.flatMap((turn) => turnMessages(turn, toolCalls))],
    turns,
    toolCalls,
  };
}

function turnMessages(turn: TurnDocument, toolCalls: ToolCallDocument[]): ModelMessage[] {
  const results = toolCalls.filter((call) => call.turn_seq === turn.seq);
  return [
    {
      role: 'assistant',
      content: turn.text,
      ...(turn.calls.length === 0 ? {} : { calls: turn.calls as NonNullable<AssistantMessage['calls']> }),
    },
    ...(results.length === 0
      ? []
      : [
          {
            role: 'tool' as const,
            results: results.map((call) => ({
              call_id: call.call_id,
              name: call.name,
              result: (call.result ?? {}) as Json,
              failed: call.status === 'failed',
            })),
          },
        ]),
  ];
}

type AssistantMessage = Extract<ModelMessage, { role: 'assistant' }>;
