import { z } from 'zod';
import { AcceptedForRun } from '#contract/decisions.ts';
import { Uuid } from '#contract/ids.ts';
import { aboutRun } from '../../http/endpoint/about.ts';
import { endpoint } from '../../http/endpoint/endpoint.ts';
import { acceptInputFor, type InputServices } from './input-of-caller.ts';

export const cancelRun = endpoint({
  operation: 'cancelRun',
  summary: 'Cancel a run at its next safe point; one that has ended stays unchanged',
  method: 'post',
  path: '/v1/loom/runs/{id}/cancel',
  access: 'subject',
  noun: 'run',
  role: ['maker', 'approver'],
  scope: 'converse',
  params: z.object({ id: Uuid }),
  status: 202,
  data: AcceptedForRun,
  async handle(services: InputServices, { caller, params }) {
    const run = await acceptInputFor(services, caller, params.id, { type: 'cancel_requested' });
    return { data: { run_id: run._id, state: run.state }, about: aboutRun(run) };
  },
});
