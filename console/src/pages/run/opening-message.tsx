import { useQuery } from '@tanstack/react-query';
import { visibleText } from '#contract/unseen-characters.ts';
import type { Trace } from '../../api/schema.ts';
import { Time } from '../../time/time.tsx';
import { Section } from '../../ui/card.tsx';
import { runQuery } from './waiting/run-query.ts';

/** How the user's message that opened a run begins, as it was typed. A trace does not tell, since it redacts. */
export function OpeningMessage({ run }: { run: Pick<Trace, 'id' | 'subject_ref' | 'opened_at'> }) {
  const { data } = useQuery(runQuery(run));
  if (data?.opening === undefined) return null;
  return (
    <Section
      title="Message"
      className="mb-4"
      actions={<Time at={run.opened_at} as="clock" className="text-[13px] text-muted" />}
    >
      <p className="max-h-60 overflow-auto px-4 py-3.5 text-sm break-words whitespace-pre-wrap sm:px-5">
        {visibleText(data.opening)}
      </p>
    </Section>
  );
}
