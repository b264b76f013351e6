import { z } from 'zod';
import { AcceptedForRun, Withdrawal } from '#contract/decisions.ts';
import { Uuid } from '#contract/ids.ts';
import { actingClientOf, actorOf, viaOf } from '../../http/authentication/caller.ts';
import { aboutRun } from '../../http/endpoint/about.ts';
import { endpoint } from '../../http/endpoint/endpoint.ts';
import { acceptInputFor, type InputServices } from './input-of-caller.ts';

export const withdrawApproval = endpoint({
  operation: 'withdrawApproval',
  summary: "Take an actor's own approval of a write back while it is held",
  method: 'post',
  path: '/v1/loom/runs/{id}/withdraw',
  access: 'subject',
  role: 'approver',
  scope: 'decide',
  noun: 'run',
  params: z.object({ id: Uuid }),
  body: Withdrawal,
  status: 202,
  data: AcceptedForRun,
  errors: ['unknown_confirmation', 'not_awaiting_confirmation'],
  async handle(services: InputServices, { caller, params, body, resource }) {
    const input = {
      type: 'withdrawal' as const,
      ...body,
      actor: actorOf(caller),
      via: viaOf(caller),
      client: actingClientOf(caller),
      credential: caller.credential,
      request_id: resource.id,
    };
    const run = await acceptInputFor(services, caller, params.id, input);
    return { data: { run_id: run._id, state: run.state }, about: aboutRun(run) };
  },
});
