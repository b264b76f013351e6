import { z } from 'zod';
import { AcceptedForRun, NewOutcome } from '#contract/decisions.ts';
import { Uuid } from '#contract/ids.ts';
import { acceptInput } from '#loom/accept-input.ts';
import { aboutRun } from '../server/about.ts';
import { actorOf } from '../authentication/caller.ts';
import { endpoint } from '../routing/endpoint.ts';
import { visibleRun } from './visible-run.ts';

export const reportOutcome = endpoint({
  operation: 'reportOutcome',
  summary: 'Report the outcome of the action that a run proposed',
  method: 'post',
  path: '/v1/loom/runs/{id}/outcome',
  access: 'subject',
  noun: 'run',
  params: z.object({ id: Uuid }),
  body: NewOutcome,
  fieldErrors: { state: 'invalid_state' },
  status: 202,
  data: AcceptedForRun,
  errors: ['unknown_action', 'not_awaiting_outcome', 'invalid_state'],
  async handle({ services, caller, params, body }) {
    const { _id, thread_id, turn_count } = await visibleRun(services, caller, params.id);
    const outcome = { type: 'outcome' as const, ...body, actor: actorOf(caller) };
    const { run } = await acceptInput(services, { run_id: _id, thread_id, turn_count }, outcome);
    return { data: { run_id: run._id, state: run.state }, about: aboutRun(run) };
  },
});
