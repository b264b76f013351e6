import { z } from 'zod';
import { AgentKey } from '#contract/agent.ts';
import { defined } from '#contract/defined.ts';
import { invalidField, ServiceError } from '#contract/errors.ts';
import { AgentId, SubjectRef, Uuid } from '#contract/ids.ts';
import { queryCredits } from '#contract/query-credits.ts';
import { CloseReasonName, RunErrorCodeName, RunStateName } from '#contract/run-names.ts';
import { Run } from '#contract/run.ts';
import { searchWords } from '#contract/words/search-words.ts';
import { dividedPeriod, periodTooLong } from '#contract/stats.ts';
import { text } from '#contract/text.ts';
import { periodFields } from '#contract/usage.ts';
import type { Database } from '#store/mongo/database.ts';
import type { RunDocument } from '#engine/documents/run.ts';
import type { Page } from '#contract/pagination.ts';
import { listRuns as list } from '#store/runs/list-runs.ts';
import { toRun } from '#store/runs/runs.ts';
import { runsWithContent } from '#store/threads/shown-content.ts';
import { seesWholeTraces, shownTo } from '../../http/authentication/caller.ts';
import { listEndpoint } from '../../http/pagination/list-endpoint.ts';

/** Looking up more words than these finds nothing more. */
const mostWords = 8;

/** Redacted values of a run may stand in the user's words, so these are shown on request only. */
function withoutOpenings<Of extends { items: RunDocument[] }>(page: Of): Of {
  const items = page.items.map((run) => {
    const { opening: _, ...shown } = run;
    return shown;
  });
  return { ...page, items };
}

export const listRuns = listEndpoint({
  operation: 'listRuns',
  summary: 'List the runs of the subject or, without a subject, of the workspace',
  path: '/v1/loom/runs',
  access: 'subject-or-workspace',
  noun: 'run',
  role: 'viewer',
  filters: {
    state: RunStateName.optional(),
    reason: CloseReasonName.optional().meta({ description: 'The reason of their close.' }),
    error_code: RunErrorCodeName.optional().meta({ description: 'The code of their failure.' }),
    thread_id: Uuid.optional(),
    agent_id: AgentId.optional(),
    agent_key: AgentKey.optional().meta({ description: 'All versions of an agent.' }),
    subject: SubjectRef.optional(),
    model: text({ min: 1, max: 200, trimmed: true }).optional().meta({
      description:
        'A model that took a turn in them, as in costs: `provider:model` or, if that is unknown, its class. Older runs cannot be found by it. With a session token, only if its claim `trace` is `full`.',
    }),
    ...periodFields({ from: 'Opened at or after this time.', to: 'Opened before this time.' }),
    min_cost: queryCredits('The minimum cost in credits.'),
    max_cost: queryCredits('The maximum cost in credits.'),
    text: text({ min: 1, max: 200, trimmed: true })
      .optional()
      .meta({
        description: `Words at the beginning of the user's message that opened them, in any order, whatever their case and accents. The last one may be incomplete. Only the first ${mostWords} count.`,
      }),
    order: z.enum(['newest', 'cost']).optional().meta({
      description:
        'Default: `newest` first. `cost` lists the most expensive first, and needs a period of at most 92 days.',
    }),
    include: z.enum(['opening']).optional().meta({
      description: "Also shows the beginning of the user's message that opened each, as `opening`.",
    }),
  },
  // As in a trace: which models take the turns is the workspace's to know.
  allow: (caller, { model }) => {
    if (model !== undefined && !seesWholeTraces(caller))
      throw new ServiceError('forbidden', 'The session token does not see which models take the turns.');
  },
  item: Run,
  read: async (
    { db }: { db: Database },
    { text: wanted, order, include, ...filter },
    limit,
    after,
    caller,
  ) => {
    const words = wanted === undefined ? undefined : searchWords(wanted).slice(0, mostWords);
    if (words?.length === 0) throw invalidField('text', 'must contain a letter or a digit');
    const shown = async (found: Promise<Page<RunDocument, string>>) => {
      const page = include === 'opening' ? await found : withoutOpenings(await found);
      return { ...page, items: await runsWithContent(db, page.items, shownTo(caller)) };
    };
    if (order !== 'cost') return await shown(list(db, { ...filter, ...defined({ words }) }, limit, after));
    const { from, to } = filter;
    if (from === undefined) throw invalidField('from', 'is needed for this `order`', 'required');
    if (dividedPeriod({ from, to, interval: 'day' }) === undefined)
      throw invalidField('from', periodTooLong, 'too_small');
    return await shown(list(db, { ...filter, ...defined({ words }), order }, limit, after));
  },
  present: (run) => ({ ...toRun(run, new Date()), ...defined({ opening: run.opening }) }),
});
