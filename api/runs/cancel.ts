import { z } from 'zod';
import { AcceptedForRun } from '#contract/decisions.ts';
import { Uuid } from '#contract/ids.ts';
import { acceptInput } from '#loom/accept-input.ts';
import { aboutRun } from '../server/about.ts';
import { endpoint } from '../routing/endpoint.ts';
import { visibleRun } from './visible-run.ts';

export const cancelRun = endpoint({
  operation: 'cancelRun',
  summary: 'Cancel a run at its next safe point; one that has ended stays unchanged',
  method: 'post',
  path: '/v1/loom/runs/{id}/cancel',
  access: 'subject',
  noun: 'run',
  params: z.object({ id: Uuid }),
  status: 202,
  data: AcceptedForRun,
  async handle({ services, caller, params }) {
    const { _id, thread_id, turn_count } = await visibleRun(services, caller, params.id);
    const { run } = await acceptInput(
      services,
      { run_id: _id, thread_id, turn_count },
      { type: 'cancel_requested' },
    );
    return { data: { run_id: run._id, state: run.state }, about: aboutRun(run) };
  },
});
