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
    id: 'confirm.summary.complete',
    behaviour:
      'Arguments that no template of the summary shows are in a last field, Other arguments, whatever their names are and whether or not the schema declares them.',
  },
  {
    id: 'confirm.summary.visible',
    behaviour:
      'In a summary, white space is collapsed, what is cut is counted, and characters that cannot be seen are written out, in labels line breaks too.',
  },
  {
    id: 'confirm.shown-args',
    behaviour:
      'pending_confirmation, its event, the inbox, pending of runs and the MCP server show the same redacted args, all of them, and the connection {id, name} of a held write.',
  },
  {
    id: 'confirm.never-held',
    behaviour:
      'A gated call that cannot be carried out, because no connection resolves or its arguments do not fit its request, fails at once with no_connection or invalid_args, and nobody is asked.',
  },
  {
    id: 'confirm.same-host',
    behaviour:
      'An approved call whose connection has another base URL than when it was held fails with connection_changed and is not sent. A call that is held shows its connection as it is then.',
  },
  {
    id: 'confirm.risk',
    behaviour: 'risk of a pending confirmation is the effective level.',
  },
  {
    id: 'confirm.late-execution',
    behaviour:
      'An approved call that could not be sent within APPROVAL_VALID_SECONDS of its approval goes back to its gate with new created_at and expires_at instead of being sent, and fails if it can no longer be made; the trace keeps the approval in lapsed_decisions. A call that may have been sent before is not sent again: it ends with its result, or as outcome_unknown.',
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
