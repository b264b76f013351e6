import { DefaultChatTransport, type UIMessage } from 'ai';
import { fetchInTime } from './fetch-in-time.ts';
import { followedRun } from './followed-run.ts';
import { type HeddleConnection, headersOf, urlOf } from './requests.ts';
import { type Decided, sentMessage } from './sent-message.ts';

/** The state that a request depends on. */
export interface Situation {
  connection: HeddleConnection;
  /** The call that a person decides on, as it was shown. */
  decided: Decided | undefined;
  messages: readonly UIMessage[];
}

/**
 * How the AI SDK talks to a thread of Heddle.
 * @param onAccepted called when the service has accepted what was sent
 */
export function transportTo(
  threadId: string,
  now: () => Situation,
  onAccepted: () => void,
): DefaultChatTransport<UIMessage> {
  const requestOf = async (connection: HeddleConnection, path: string) => ({
    api: urlOf(connection, `threads/${threadId}/chat${path}`),
    headers: await headersOf(connection),
  });
  return new DefaultChatTransport({
    fetch: async (input, init) => {
      const response = await fetchInTime(input, init);
      if (response.ok && init?.method === 'POST') onAccepted();
      return response;
    },
    prepareSendMessagesRequest: async ({ messages }) => {
      const { connection, decided } = now();
      const body = { messages: messages.slice(-1).map((message) => sentMessage(message, decided)) };
      return { ...(await requestOf(connection, '')), body };
    },
    prepareReconnectToStreamRequest: async () => {
      const { connection, messages } = now();
      return await requestOf(connection, `/stream${followed(messages)}`);
    },
  });
}

/** The run of the agent's message, which may have ended while nobody followed it. */
function followed(messages: readonly UIMessage[]): string {
  const { run_id, state } = followedRun(messages);
  return run_id === undefined || state === 'closed' || state === 'failed' ? '' : `?run_id=${run_id}`;
}
