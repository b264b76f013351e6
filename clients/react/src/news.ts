import type { UIMessage } from 'ai';
import { type HeddleCall, waitingCall } from './calls.ts';
import { type HeddleConnection, type PendingCall, readMessages, readPending } from './requests.ts';

/** The state of a message's run. */
export interface RunOfMessage {
  run_id?: string;
  state?: string;
}

/** The run of the agent's newest message. */
export function followedRun(messages: readonly UIMessage[]): RunOfMessage {
  const last = messages.at(-1);
  return last?.role === 'assistant' ? (last.metadata ?? {}) : {};
}

/** Events of a thread since the messages that are shown, for example from another page. */
export interface News {
  /** Messages that are not shown. */
  messages: UIMessage[];
  /** Whether what waits for a person, as far as is shown, was settled or is another by now. */
  moved: boolean;
}

/** Looks for what has happened on a thread besides what is shown. @throws {Refused} */
export async function readNews(
  connection: HeddleConnection,
  threadId: string,
  shown: readonly UIMessage[],
): Promise<News> {
  const { run_id } = followedRun(shown);
  const waiting = waitingCall(shown);
  const moved =
    run_id !== undefined &&
    waiting !== undefined &&
    !(await readPending(connection, run_id)).some((now) => isSame(waiting, now));
  const runs = new Set(shown.map(runOf));
  const replied = new Set(shown.filter(({ role }) => role === 'assistant').map(runOf));
  // A reply is new although its run is shown by the message that it replies to.
  const isNew = (message: UIMessage): boolean =>
    !(message.role === 'assistant' ? replied : runs).has(runOf(message));
  const [newest] = await readMessages(connection, threadId, 1);
  const messages =
    newest !== undefined && isNew(newest) ? (await readMessages(connection, threadId)).filter(isNew) : [];
  return { messages, moved };
}

function isSame({ id, held }: HeddleCall, now: PendingCall): boolean {
  return (
    id === now.tool_call_id &&
    held?.digest === now.digest &&
    held?.approvals?.given.length === now.approvals?.given.length
  );
}

/** The run that a message belongs to; undefined until it is known. */
export function runOf({ metadata }: UIMessage): string | undefined {
  return (metadata as RunOfMessage | undefined)?.run_id;
}
