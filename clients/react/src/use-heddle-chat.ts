import { useChat } from '@ai-sdk/react';
import type { UIMessage } from 'ai';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { cancelRun } from './cancel-run.ts';
import { type HeddleCall, waitingCall } from './calls.ts';
import type { OnAssertion } from './assertion.ts';
import { type Condition, isWorking } from './condition.ts';
import { Conversation } from './conversation.ts';
import { decideOn } from './decide-on.ts';
import type { Report } from './proposed-action.tsx';
import type { HeddleConnection } from './requests.ts';
import { steadyMessages } from './steady-messages.ts';

/** Which conversation a page shows. */
export interface UseHeddleChatOptions extends HeddleConnection {
  threadId: string;
  /**
   * Has a passkey sign each decision. Default: only where nothing else is accepted, the browser asks the person, by
   * `navigator.credentials.get`.
   */
  onAssertion?: OnAssertion | undefined;
}

/** A conversation, and what a person can do in it. */
export interface HeddleChatState {
  messages: UIMessage[];
  /** `working` while the agent is, `reconnecting` while the connection is lost. */
  status: 'loading' | 'ready' | 'working' | 'reconnecting';
  /** The service's refusal, or the error of reading the conversation. */
  error: Error | undefined;
  /** The call that waits for a person. */
  waiting: HeddleCall | undefined;
  /** Sends a text. While a question waits, it is the answer. */
  send: (text: string) => Promise<void>;
  /** Approves a held write as it was shown: `digest` is that of what the person saw. */
  approve: (call: HeddleCall, digest: string | undefined) => Promise<void>;
  /** Rejects a held write. The agent gets the reason. `digest` is that of what the person saw. */
  reject: (call: HeddleCall, reason?: string, digest?: string) => Promise<void>;
  answer: (call: HeddleCall, text: string) => Promise<void>;
  /** Reports what became of a proposed action. */
  report: (call: HeddleCall, report: Report) => Promise<void>;
  /** Cancels what the agent is doing. */
  stop: () => Promise<void>;
}

/**
 * A conversation on a thread of Heddle, without its looks: it reads what was said, follows the agent, resumes after a lost
 * connection, and sends what a person says, decides and reports.
 */
export function useHeddleChat({
  threadId,
  baseUrl,
  token,
  onAssertion,
}: UseHeddleChatOptions): HeddleChatState {
  const conversation = useMemo(() => new Conversation(threadId), [threadId]);
  useEffect(() => conversation.use({ token, baseUrl }), [conversation, baseUrl, token]);
  useEffect(() => conversation.start(), [conversation]);
  const condition = useSyncExternalStore(
    conversation.condition.subscribe,
    conversation.condition.now,
    conversation.condition.now,
  );
  const chat = useChat({ chat: conversation.chat });
  const { status, addToolOutput } = chat;
  const messages = steadyMessages(chat.messages, condition.before);
  const waiting = waitingCall(messages);
  const answer = async ({ id, name }: HeddleCall, text: string): Promise<void> =>
    await conversation.send(() => addToolOutput({ tool: name, toolCallId: id, output: text }));
  return {
    messages,
    status: statusOf(status, condition),
    error: condition.failure,
    waiting,
    send: async (text) =>
      await (waiting?.kind === 'question' ? answer(waiting, text) : conversation.send(text)),
    approve: async (call, digest) =>
      await decideOn(conversation, call, { approved: true, digest, onAssertion }),
    reject: async (call, reason, digest = call.held?.digest) =>
      await decideOn(conversation, call, { approved: false, digest, reason, onAssertion }),
    answer,
    report: async ({ id, name }, { state, note }) =>
      await conversation.send(() =>
        addToolOutput(
          state === 'occurred'
            ? { tool: name, toolCallId: id, output: note === undefined ? {} : { note } }
            : { state: 'output-error', tool: name, toolCallId: id, errorText: note ?? '' },
        ),
      ),
    stop: async () => await cancelRun(conversation),
  };
}

function statusOf(status: string, { loaded, lost, failure }: Condition): HeddleChatState['status'] {
  if (lost) return 'reconnecting';
  if (!loaded) return failure === undefined ? 'loading' : 'ready';
  return isWorking(status) ? 'working' : 'ready';
}
