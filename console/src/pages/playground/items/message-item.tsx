import { Component, type ReactNode } from 'react';
import type { Message } from '../../../api/schema.ts';
import { useSession } from '../../../session/session.ts';
import { Time } from '../../../time/time.tsx';
import { classes } from '../../../ui/classes.ts';
import { JsonView } from '../../../ui/json-view.tsx';
import { Markdown } from '../../../ui/markdown.tsx';
import { BlockView } from '../blocks/block-view.tsx';
import { readBlock } from '../blocks/payloads.ts';
import { RunLink } from '../run-link.tsx';
import { SpeakButton } from '../speak-button.tsx';

/** A message of the thread. */
export function MessageItem({
  message,
  rest = message.content,
  agentName,
  subject,
}: {
  message: Message;
  /** What is shown of its text. Default: all. */
  rest?: string | undefined;
  agentName: string;
  subject: string;
}) {
  const { voice } = useSession();
  if (message.role === 'user')
    return (
      <UserBubble text={message.content} sent={{ at: message.created_at, runId: message.run_id, subject }} />
    );
  return (
    <article aria-label={`${agentName} said`} className="group">
      <p className="mb-1 flex h-7 items-center gap-2 text-[13px]">
        <span className="font-semibold">{agentName}</span>
        <Time at={message.created_at} as="clock" className="text-xs text-muted" />
        <RunLink runId={message.run_id} subject={subject} />
        {voice && <SpeakButton messageId={message.id} subject={subject} />}
      </p>
      <div className="space-y-3 text-[15px] leading-6">
        <Reply message={message} rest={rest} />
      </div>
    </article>
  );
}

/** Parts in order; the plain content where a kind of block is not known. The data of a reply is of any shape. */
function Reply({ message: { content, parts }, rest }: { message: Message; rest: string }) {
  if (parts === null) return <Markdown text={rest} />;
  const shown = parts.map((part) =>
    part.type === 'text'
      ? { text: rest === content ? part.text : rest }
      : part.kind === 'reply'
        ? { data: part.payload }
        : { block: readBlock(part.kind, part.payload) },
  );
  if (shown.some((part) => 'block' in part && part.block === undefined)) return <Markdown text={rest} />;
  return shown.map((part, index) => (
    <BlockBoundary key={index}>
      {'text' in part && <Markdown text={part.text ?? ''} />}
      {'data' in part && <JsonView value={part.data} label="Data of the reply" />}
      {'block' in part && part.block && <BlockView block={part.block} />}
    </BlockBoundary>
  ));
}

/** What the subject said. A script is shown as the code that it is. */
export function UserBubble({
  text,
  sent,
}: {
  text: string;
  /** Undefined while it is on its way. */
  sent?: { at: string; runId: string; subject: string };
}) {
  const script = text.startsWith('/');
  return (
    <article aria-label="You said" className="flex flex-col items-end">
      <div
        className={classes(
          'max-w-[85%] rounded-2xl rounded-br-md bg-accent-soft px-4 py-2.5 break-words whitespace-pre-wrap',
          script ? 'font-mono text-xs leading-5' : 'text-[15px] leading-6',
          sent === undefined && 'opacity-60',
        )}
      >
        {text}
      </div>
      {sent !== undefined && (
        <p className="mt-1 flex items-center gap-2 text-xs text-muted">
          <RunLink runId={sent.runId} subject={sent.subject} />
          <Time at={sent.at} as="clock" />
        </p>
      )}
    </article>
  );
}

/**
 * A reply that is being made, or what was said of it before its run paused. Its parts are not read out: the whole is,
 * when it is complete.
 */
export function DraftItem({
  text,
  agentName,
  paused = false,
}: {
  text: string;
  agentName: string;
  paused?: boolean;
}) {
  return (
    <article aria-label={paused ? `${agentName} said` : `${agentName} is writing`} aria-busy={!paused}>
      <p className="mb-1 flex h-7 items-center gap-2 text-[13px]">
        <span className="font-semibold">{agentName}</span>
        {!paused && <span className="text-xs text-muted">writing…</span>}
      </p>
      <div className="text-[15px] leading-6">
        <Markdown text={text} />
      </div>
    </article>
  );
}

/** Keeps a part of a reply that cannot be shown from taking the conversation with it. */
class BlockBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override state = { failed: false };

  override render(): ReactNode {
    return this.state.failed ? (
      <p className="rounded-card border px-4 py-3 text-sm text-muted">This part cannot be shown.</p>
    ) : (
      this.props.children
    );
  }
}
