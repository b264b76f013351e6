import { EventTypeName } from '#contract/event.ts';
import { ShownEvent } from '#contract/shown-event.ts';
import { Uuid } from '#contract/ids.ts';
import { listEvents as list, toEvent } from '#store/events/events.ts';
import type { Database } from '#store/mongo/database.ts';
import { listEndpoint } from '../../http/pagination/list-endpoint.ts';

export const listEvents = listEndpoint({
  operation: 'listEvents',
  summary:
    'List the events of the last 30 days of the subject or, without a subject, of the workspace, newest first',
  path: '/v1/events',
  access: 'subject-or-workspace',
  noun: 'event',
  role: 'viewer',
  filters: { run_id: Uuid.optional(), thread_id: Uuid.optional(), type: EventTypeName.optional() },
  item: ShownEvent,
  read: async ({ db }: { db: Database }, filter, limit, after) => await list(db, filter, limit, after),
  present: toEvent,
});
