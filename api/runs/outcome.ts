import { z } from 'zod';
import { AcceptedForRun, NewOutcome } from '#contract/decisions.ts';
import { Uuid } from '#contract/ids.ts';
import { recordOutcome } from '#loom/resume-run.ts';
import { aboutRun } from '../about.ts';
import { endpoint } from '../endpoint.ts';
import { resumeRun } from './resume.ts';
import { visibleRun } from './visible-run.ts';

export const reportOutcome = endpoint({
  operation: 'reportOutcome',
  summary: 'Report what became of the action that a run proposed',
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
  async handle({ services, caller, params, body, log }) {
    const { _id, thread_id, turn_count } = await visibleRun(services, caller, params.id);
    const { tool_call_id } = body;
    const run = await resumeRun(
      { services, log },
      { run_id: _id, thread_id, turn_count, tool_call_id },
      (loaded, call) => recordOutcome(loaded, call, body),
    );
    return { data: { run_id: run._id, state: run.state }, about: aboutRun(run) };
  },
});
