import { AgentKey } from '#contract/agent.ts';
import { AgentId, SubjectRef, Uuid } from '#contract/ids.ts';
import { RunStateName } from '#contract/run-names.ts';
import { Run } from '#contract/run.ts';
import type { Database } from '#store/mongo/database.ts';
import { listRuns as list, toRun } from '#store/runs/runs.ts';
import { listEndpoint } from '../../http/pagination/list-endpoint.ts';

export const listRuns = listEndpoint({
  operation: 'listRuns',
  summary: 'List the runs of the subject or, without a subject, of the workspace',
  path: '/v1/loom/runs',
  access: 'subject-or-workspace',
  noun: 'run',
  role: 'viewer',
  filters: {
    state: RunStateName.optional(),
    thread_id: Uuid.optional(),
    agent_id: AgentId.optional(),
    agent_key: AgentKey.optional().meta({ description: 'All versions of an agent.' }),
    subject: SubjectRef.optional(),
  },
  item: Run,
  read: async ({ db }: { db: Database }, filter, limit, after) => await list(db, filter, limit, after),
  present: (run) => toRun(run, new Date()),
});
