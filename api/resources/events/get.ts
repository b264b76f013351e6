import { z } from 'zod';
import { notFound } from '#contract/errors.ts';
import { ShownEvent } from '#contract/shown-event.ts';
import { EventId } from '#contract/ids.ts';
import { findEvent, toEvent } from '#store/events/events.ts';
import type { Database } from '#store/mongo/database.ts';
import { scopeOf } from '../../http/authentication/caller.ts';
import { endpoint } from '../../http/endpoint/endpoint.ts';

export const getEvent = endpoint({
  operation: 'getEvent',
  summary: 'Get an event of the last 30 days',
  method: 'get',
  path: '/v1/events/{id}',
  access: 'subject-or-workspace',
  noun: 'event',
  role: 'viewer',
  params: z.object({ id: EventId }),
  status: 200,
  data: ShownEvent,
  async handle({ db }: { db: Database }, { caller, params }) {
    const event = await findEvent(db, scopeOf(caller), params.id);
    if (event === null) throw notFound('event');
    return { data: toEvent(event) };
  },
});
