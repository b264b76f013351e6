import type { Message } from '../../../api/schema.ts';
import { useSession } from '../../../session/session.ts';
import { Time } from '../../../time/time.tsx';
import { RunLink } from '../run-link.tsx';
import { SpeakButton } from '../speak-button.tsx';
import { Reply } from './reply.tsx';
import { UserBubble } from './user-bubble.tsx';

/** A message of the thread. */
export function MessageItem({
  message,
  rest = message.content,
  agentName,
  subject,
}: {
  message: Message;
  /** The part of its text that is shown. Default: all. */
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
      <p className="mb-1 flex h-7 items-center gap-2 text-note">
        <span className="font-semibold">{agentName}</span>
        <Time at={message.created_at} as="clock" className="text-xs text-muted" />
        <RunLink runId={message.run_id} subject={subject} />
        {voice && <SpeakButton messageId={message.id} subject={subject} />}
      </p>
      <div className="space-y-3 text-prose leading-6">
        <Reply message={message} rest={rest} />
      </div>
    </article>
  );
}
