import { visibleText } from '#contract/unseen-characters.ts';
import type { Trace } from '../../api/schema.ts';
import { Time } from '../../time/time.tsx';
import { Section } from '../../ui/card.tsx';

/** What the user has said to open a run, as it was typed. */
export function OpeningMessage({ message }: { message: NonNullable<Trace['opening_message']> }) {
  return (
    <Section
      title="Message"
      className="mb-4"
      actions={<Time at={message.created_at} as="clock" className="text-[13px] text-muted" />}
    >
      <p className="max-h-60 overflow-auto px-4 py-3.5 text-sm break-words whitespace-pre-wrap sm:px-5">
        {visibleText(message.content)}
      </p>
    </Section>
  );
}
