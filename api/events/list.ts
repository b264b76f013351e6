import { z } from 'zod';
import { Event, EventTypeName } from '#contract/event.ts';
import { Uuid } from '#contract/ids.ts';
import { defaultPage, pageQuery } from '#contract/pagination.ts';
import { listEvents as list, toEvent } from '#store/events/events.ts';
import { scopeOf } from '../authentication/caller.ts';
import { endpoint } from '../routing/endpoint.ts';
import { answerPage } from '../pagination/page.ts';

export const listEvents = endpoint({
  operation: 'listEvents',
  summary:
    "List the subject's events of the last 30 days, or without a subject the workspace's, newest first",
  method: 'get',
  path: '/v1/events',
  access: 'subject-or-workspace',
  noun: 'event',
  query: z.strictObject({
    ...pageQuery(defaultPage),
    run_id: Uuid.optional(),
    thread_id: Uuid.optional(),
    type: EventTypeName.optional(),
  }),
  status: 200,
  data: z.array(Event),
  page: defaultPage,
  async handle({ services, caller, query }) {
    const { run_id, thread_id, type } = query;
    const filter = {
      ...scopeOf(caller),
      ...(run_id === undefined ? {} : { run_id }),
      ...(thread_id === undefined ? {} : { thread_id }),
      ...(type === undefined ? {} : { type }),
    };
    return await answerPage(
      {
        cursors: services.cursors,
        bounds: defaultPage,
        query,
        scope: ['events', caller.workspace_id, caller.subject_ref, caller.agent_id, run_id, thread_id, type],
      },
      async (limit, after?: string) => await list(services.db, filter, limit, after),
      (events) => events.map(toEvent),
    );
  },
});
