import { z } from 'zod';
import { AcceptedForRun, NewDecision } from '#contract/decisions.ts';
import { Uuid } from '#contract/ids.ts';
import { decide } from '#loom/resume-run.ts';
import { aboutRun } from '../about.ts';
import { endpoint } from '../endpoint.ts';
import { resumeRun } from './resume.ts';
import { visibleRun } from './visible-run.ts';

export const confirmRun = endpoint({
  operation: 'confirmRun',
  summary: 'Approve or reject the write that a run is held at',
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
  async handle({ services, caller, params, body, effect, log }) {
    const { _id, thread_id, turn_count } = await visibleRun(services, caller, params.id);
    const { tool_call_id } = body;
    const run = await resumeRun(
      { services, log },
      { run_id: _id, thread_id, turn_count, tool_call_id },
      (loaded, call) => decide(loaded, call, body, effect.id),
    );
    return { data: { run_id: run._id, state: run.state }, about: aboutRun(run) };
  },
});
