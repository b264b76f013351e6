import { z } from 'zod';
import { AcceptedForRun, NewOutcome } from '#contract/decisions.ts';
import { Uuid } from '#contract/ids.ts';
import { aboutRun } from '../../http/endpoint/about.ts';
import { endpoint } from '../../http/endpoint/endpoint.ts';
import type { InputServices } from './input-of-caller.ts';
import { recordOutcome } from './record-outcome.ts';

export const reportOutcome = endpoint({
  operation: 'reportOutcome',
  summary: 'Report the outcome of the action that a run proposed',
  method: 'post',
  path: '/v1/loom/runs/{id}/outcome',
  access: 'subject',
  noun: 'run',
  role: ['maker', 'approver'],
  scope: 'converse',
  params: z.object({ id: Uuid }),
  body: NewOutcome,
  manyValues: true,
  fieldErrors: { state: 'invalid_state' },
  status: 202,
  data: AcceptedForRun,
  errors: ['unknown_action', 'not_awaiting_outcome', 'invalid_state'],
  async handle(services: InputServices, { caller, params, body }) {
    const run = await recordOutcome(services, caller, params.id, body);
    return { data: { run_id: run._id, state: run.state }, about: aboutRun(run) };
  },
});
