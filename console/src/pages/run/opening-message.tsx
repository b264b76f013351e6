import { queryOptions, useQuery } from '@tanstack/react-query';
import { visibleText } from '#contract/words/unseen-characters.ts';
import { clientFor, dataOf } from '../../api/client.ts';
import type { Trace } from '../../api/schema.ts';
import { Time } from '../../time/time.tsx';
import { Section } from '../../ui/card.tsx';
import { traceKey } from './trace-query.ts';

type Opened = Pick<Trace, 'id' | 'thread_id' | 'subject_ref' | 'opened_at'>;

/** How the user's message that opened a run begins, which only lists of runs tell. Null in older runs. */
const openingQuery = ({ id, thread_id, subject_ref: subject, opened_at }: Opened) =>
  queryOptions({
    queryKey: [...traceKey(id), 'opening'],
    staleTime: Infinity,
    queryFn: async ({ signal }) => {
      const next = new Date(Date.parse(opened_at) + 1).toISOString();
      const query = { thread_id, from: opened_at, to: next, include: 'opening' as const };
      const client = clientFor({ as: 'console', subject });
      const runs = dataOf(await client.GET('/v1/loom/runs', { params: { query }, signal }));
      return runs.find((run) => run.id === id)?.opening ?? null;
    },
  });

/** How the user's message that opened a run begins, as it was typed. */
export function OpeningMessage({ run }: { run: Opened }) {
  const { data: opening } = useQuery(openingQuery(run));
  if (opening === undefined || opening === null) return null;
  return (
    <Section
      title="Message"
      className="mb-4"
      actions={<Time at={run.opened_at} as="clock" className="text-note text-muted" />}
    >
      <p className="max-h-60 overflow-auto px-4 py-3.5 text-sm break-words whitespace-pre-wrap sm:px-5">
        {visibleText(opening)}
      </p>
    </Section>
  );
}
