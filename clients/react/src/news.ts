import type { UIMessage } from 'ai';
import { type HeddleCall, waitingCall } from './calls.ts';
import { followedRun, runOf } from './followed-run.ts';
import { type HeddleConnection, readHistory, request } from './requests.ts';

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
  const isNew = ({ role, run_id }: { role: string; run_id?: string | undefined }): boolean =>
    !(role === 'assistant' ? replied : runs).has(run_id);
  const listed = await request(connection, `threads/${threadId}/messages?limit=1`, 'GET');
  const [newest] = listed as { role: string; run_id: string }[];
  const messages =
    newest !== undefined && isNew(newest)
      ? (await readHistory(connection, threadId)).filter((message) =>
          isNew({ role: message.role, run_id: runOf(message) }),
        )
      : [];
  return { messages, moved };
}

function isSame({ id, held }: HeddleCall, now: PendingCall): boolean {
  return (
    id === now.tool_call_id &&
    held?.digest === now.digest &&
    held?.approvals?.given.length === now.approvals?.given.length
  );
}

/** The call that a run waits for. */
interface PendingCall {
  tool_call_id: string;
  digest?: string;
  approvals?: { given: unknown[] };
}

/** All calls that a run waits for. @throws {Refused} */
async function readPending(connection: HeddleConnection, runId: string): Promise<PendingCall[]> {
  const { pending, pending_confirmations: held = [] } = (await request(
    connection,
    `runs/${runId}`,
    'GET',
  )) as { pending?: PendingCall; pending_confirmations?: PendingCall[] };
  return held.length > 0 || pending === undefined ? held : [pending];
}
