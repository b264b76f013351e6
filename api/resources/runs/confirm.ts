import { z } from 'zod';
import { AcceptedDecision, NewDecision } from '#contract/decisions.ts';
import { Uuid } from '#contract/ids.ts';
import { notBeforeOf } from '#engine/rules/gates/cooling.ts';
import { aboutRun } from '../../http/endpoint/about.ts';
import { endpoint } from '../../http/endpoint/endpoint.ts';
import { decideCall, type DecisionServices } from './decide-call.ts';

export const confirmRun = endpoint({
  operation: 'confirmRun',
  summary: 'Approve or reject the held write of a run',
  method: 'post',
  path: '/v1/loom/runs/{id}/confirm',
  access: 'subject',
  noun: 'run',
  role: 'approver',
  scope: 'decide',
  params: z.object({ id: Uuid }),
  body: NewDecision,
  manyValues: true,
  fieldErrors: { decision: 'invalid_decision' },
  status: 202,
  data: AcceptedDecision,
  errors: [
    'unknown_confirmation',
    'not_awaiting_confirmation',
    'invalid_decision',
    'stale_confirmation',
    'forbidden_approver',
    'limit_reached',
    'invalid_challenge',
    'invalid_assertion',
  ],
  async handle(services: DecisionServices, { caller, params, body, resource }) {
    const run = await decideCall(services, caller, params.id, body, { requestId: resource.id });
    const { _id: run_id, state } = run;
    return { data: { run_id, state, ...notBeforeOf(run, body.tool_call_id) }, about: aboutRun(run) };
  },
});
