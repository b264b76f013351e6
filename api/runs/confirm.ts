import { z } from 'zod';
import { AcceptedForRun, NewDecision } from '#contract/decisions.ts';
import { Uuid } from '#contract/ids.ts';
import { acceptInput } from '#loom/accept-input.ts';
import { aboutRun } from '../server/about.ts';
import { actorOf } from '../authentication/caller.ts';
import { endpoint } from '../routing/endpoint.ts';
import { visibleRun } from './visible-run.ts';

export const confirmRun = endpoint({
  operation: 'confirmRun',
  summary: 'Approve or reject the held write of a run',
  method: 'post',
  path: '/v1/loom/runs/{id}/confirm',
  access: 'subject',
  noun: 'run',
  params: z.object({ id: Uuid }),
  body: NewDecision,
  fieldErrors: { decision: 'invalid_decision' },
  status: 202,
  data: AcceptedForRun,
  errors: ['unknown_confirmation', 'not_awaiting_confirmation', 'invalid_decision'],
  async handle({ services, caller, params, body, resource }) {
    const { _id, thread_id, turn_count } = await visibleRun(services, caller, params.id);
    const decision = { type: 'decision' as const, ...body, actor: actorOf(caller), request_id: resource.id };
    const { run } = await acceptInput(services, { run_id: _id, thread_id, turn_count }, decision);
    return { data: { run_id: run._id, state: run.state }, about: aboutRun(run) };
  },
});
