import { z } from 'zod';
import { Uuid } from '#contract/ids.ts';
import { defaultPage, pageQuery } from '#contract/pagination.ts';
import { Run, RunStateName } from '#contract/run.ts';
import { listRuns as list, toRun } from '#store/runs/runs.ts';
import { scopeOf } from '../authentication/caller.ts';
import { endpoint } from '../routing/endpoint.ts';
import { answerPage } from '../pagination/page.ts';

export const listRuns = endpoint({
  operation: 'listRuns',
  summary: "List the subject's runs, or without a subject the workspace's",
  method: 'get',
  path: '/v1/loom/runs',
  access: 'subject-or-workspace',
  noun: 'run',
  query: z.strictObject({
    ...pageQuery(defaultPage),
    state: RunStateName.optional(),
    thread_id: Uuid.optional(),
  }),
  status: 200,
  data: z.array(Run),
  page: defaultPage,
  async handle({ services, caller, query }) {
    const { state, thread_id } = query;
    const filter = {
      ...scopeOf(caller),
      ...(state === undefined ? {} : { state }),
      ...(thread_id === undefined ? {} : { thread_id }),
    };
    return await answerPage(
      {
        cursors: services.cursors,
        bounds: defaultPage,
        query,
        scope: ['runs', caller.workspace_id, caller.subject_ref, caller.agent_id, state, thread_id],
      },
      async (limit, after?: string) => await list(services.db, filter, limit, after),
      (runs) => runs.map(toRun),
    );
  },
});
