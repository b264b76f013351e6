import type { Requirement } from './requirement.ts';

/** Confirming held writes and reporting outcomes of proposed actions. */
export const decisions = [
  {
    id: 'confirm.accepted',
    behaviour: 'POST …/confirm {tool_call_id, decision, detail?} is 202 {run_id, state}.',
  },
  {
    id: 'confirm.approve',
    behaviour: 'An approved write is performed by the service, and the run resumes.',
  },
  {
    id: 'confirm.approve-fails',
    behaviour: 'An approved write that fails makes the call failed, and the run goes on.',
  },
  {
    id: 'confirm.reject',
    behaviour:
      'A rejected write is not performed, its result is {declined: true, detail}, and the model is told.',
  },
  {
    id: 'confirm.detail',
    behaviour:
      'detail reaches the model and the trace, on approval and on rejection, and takes the place of no field of the host, one named approval included.',
  },
  {
    id: 'confirm.invalid-decision',
    behaviour: 'A decision other than approve or reject is 422 invalid_decision.',
  },
  {
    id: 'confirm.not-paused',
    behaviour: 'A run that is not at a gate is 422 not_awaiting_confirmation.',
  },
  {
    id: 'confirm.unknown-call',
    behaviour: 'An id that is not the pending gated call is 404 unknown_confirmation.',
  },
  {
    id: 'confirm.already-resolved',
    behaviour: 'A call already resolved is 404 unknown_confirmation, whatever the run does now.',
  },
  {
    id: 'confirm.order-of-checks',
    behaviour: 'Checks run in order: body, visible run, resolved call, paused at a gate, the pending id.',
  },
  {
    id: 'confirm.race',
    behaviour:
      'Of racing decisions for one call exactly one is accepted, in one atomic write, and takes effect once.',
  },
  {
    id: 'confirm.executes-what-was-shown',
    behaviour:
      'An approved call executes exactly the arguments that were shown, read back from where they were stored.',
  },
  {
    id: 'confirm.summary',
    behaviour:
      "summary has title (the template, or the patch's description) and fields when the patch declares them.",
  },
  {
    id: 'confirm.risk',
    behaviour: 'risk of a pending confirmation is the effective level.',
  },
  {
    id: 'outcome.accepted',
    behaviour: 'POST …/outcome {tool_call_id, state, detail?} is 202 {run_id, state}, and the run resumes.',
  },
  {
    id: 'outcome.recorded',
    behaviour: 'The trace shows the outcome as {state, detail, created_at}, state occurred or failed.',
  },
  {
    id: 'outcome.repeated',
    behaviour:
      'Posting again for a resolved call is 202 and changes nothing, even when the second state differs; the first stands.',
  },
  {
    id: 'outcome.late',
    behaviour:
      'An outcome for a proposed action that expired or was cancelled is 202 and recorded on the call; the run stays as it ended.',
  },
  {
    id: 'outcome.invalid-state',
    behaviour: 'A state other than occurred or failed is 422 invalid_state.',
  },
  {
    id: 'outcome.not-awaiting',
    behaviour: 'A run that awaits no outcome is 422 not_awaiting_outcome.',
  },
  {
    id: 'outcome.unknown-call',
    behaviour: 'An id that is not the pending action is 404 unknown_action.',
  },
  {
    id: 'outcome.race',
    behaviour: 'Of racing outcomes for one call all are 202 and exactly one is recorded and acted on.',
  },
  {
    id: 'decision.other-subject',
    behaviour: "A decision or outcome on another subject's run is 404 not_found.",
  },
] as const satisfies readonly Requirement[];
