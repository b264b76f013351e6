import type { Run } from '../../api/schema.ts';
import { Time } from '../../time/time.tsx';
import { Section } from '../../ui/card.tsx';
import { Markdown } from '../../ui/markdown.tsx';

/** The reply of a run. */
export function MessageText({ message }: { message: NonNullable<Run['message']> }) {
  return (
    <Section
      title="Reply"
      actions={<Time at={message.created_at} as="clock" className="text-[13px] text-muted" />}
    >
      <div className="px-5 py-4 text-sm">
        <Markdown text={message.content} />
      </div>
    </Section>
  );
}
