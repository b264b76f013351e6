import type { UIMessage } from 'ai';
import { Fragment, type ReactNode } from 'react';
import { visibleLine } from '../../../contract/words/unseen-characters.ts';
import { CallCard } from './call-card.tsx';
import { callOf } from './calls.ts';
import { Composer } from './composer.tsx';
import { errorInWords } from './error-in-words.ts';
import { JsonText } from './json-text.tsx';
import { type HeddleChatState, useHeddleChat, type UseHeddleChatOptions } from './use-heddle-chat.ts';
import { useFollowedEnd } from './use-followed-end.ts';

export interface HeddleChatProps extends UseHeddleChatOptions {
  /** Label of the conversation for assistive technology. Default: `Chat` */
  label?: string;
  placeholder?: string;
  className?: string;
  /** Shows a text of the agent, for example as Markdown. Default: as it is. */
  renderText?: (text: string) => ReactNode;
  /** Shows a block of a reply, by its kind. Default: its JSON. */
  renderData?: (kind: string, payload: unknown) => ReactNode;
}

const statusTexts: Record<HeddleChatState['status'], string> = {
  loading: 'Loading the conversation…',
  ready: '',
  working: 'The agent is working…',
  reconnecting: 'The connection is lost. Connecting again…',
};

/** A conversation with an agent, in which a person also approves, answers and reports. */
export function HeddleChat({
  label = 'Chat',
  placeholder = 'Write a message',
  className,
  renderText = (text) => text,
  renderData = (kind, payload) => <JsonText value={payload} label={visibleLine(kind)} open />,
  ...options
}: HeddleChatProps) {
  const chat = useHeddleChat(options);
  const { messages, status, error, waiting } = chat;
  const log = useFollowedEnd(messages);
  return (
    <section className={`heddle-chat ${className ?? ''}`} aria-label={label}>
      {/* A new part is announced once it is complete. */}
      <div
        {...log}
        className="heddle-log"
        role="log"
        aria-label="Messages"
        aria-busy={status === 'working'}
        tabIndex={0}
      >
        {messages.map((message) => (
          <article
            key={message.id}
            className="heddle-message"
            data-role={message.role}
            aria-label={message.role === 'user' ? 'You' : 'Agent'}
          >
            {message.parts.map((part, index) => (
              <Fragment key={index}>
                {part.type === 'text' ? (
                  <div className="heddle-text">
                    {message.role === 'user' ? part.text : renderText(part.text)}
                  </div>
                ) : (
                  <Part part={part} parts={message.parts} chat={chat} renderData={renderData} />
                )}
              </Fragment>
            ))}
            <Ended message={message} />
          </article>
        ))}
      </div>
      <p role="status" className="heddle-status">
        {statusTexts[status] || (waiting?.kind === 'write' && 'Approve or reject what waits above to go on.')}
      </p>
      {error !== undefined && status !== 'reconnecting' && (
        <p role="alert" className="heddle-error">
          {errorInWords(error)}
        </p>
      )}
      <Composer
        placeholder={placeholder}
        label={waiting?.kind === 'question' ? 'Your answer' : 'Message'}
        disabled={status !== 'ready' || waiting?.kind === 'write'}
        onSend={chat.send}
        onStop={status === 'working' ? chat.stop : undefined}
      />
    </section>
  );
}

const earlyEnds: Record<string, string> = { cancelled: 'Stopped', expired: 'Nobody answered in time' };

/** Says of a reply that it ended before it was done. */
function Ended({ message: { metadata } }: { message: UIMessage }) {
  const { reason = '' } = (metadata ?? {}) as { reason?: string };
  const text = earlyEnds[reason];
  return text === undefined ? null : <p className="heddle-hint">{text}</p>;
}

function Part({
  part,
  parts,
  chat,
  renderData,
}: {
  part: UIMessage['parts'][number];
  parts: UIMessage['parts'];
  chat: HeddleChatState;
  renderData: NonNullable<HeddleChatProps['renderData']>;
}) {
  const call = callOf(part, parts);
  if (call !== undefined) return <CallCard call={call} chat={chat} />;
  // The card of its call shows it.
  if (part.type === 'data-approval' || !part.type.startsWith('data-') || !('data' in part)) return null;
  return renderData(part.type.slice('data-'.length), part.data);
}
