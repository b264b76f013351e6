import type { Run } from '../../api/schema.ts';
import { Time } from '../../time/time.tsx';
import { Section } from '../../ui/card.tsx';

/** The reply of a run, as plain text. */
export function MessageText({ message }: { message: NonNullable<Run['message']> }) {
  return (
    <Section
      title="Reply"
      actions={<Time at={message.created_at} as="clock" className="text-[13px] text-muted" />}
    >
      <p className="px-5 py-4 text-sm break-words whitespace-pre-wrap">{message.content}</p>
    </Section>
  );
}
