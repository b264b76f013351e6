import type { Requirement } from './requirement.ts';

/** Runs: get, wait, list, trace, states, turns of one thread, ends, cancel and expiry. */
export const runs = [
  {
    id: 'run.get.fields',
    behaviour: 'GET /v1/loom/runs/{id} has id, thread_id, state, terminal and cost_credits.',
  },
  {
    id: 'run.get.terminal',
    behaviour: 'terminal is true for closed and failed, and for no other state.',
  },
  {
    id: 'run.get.message',
    behaviour:
      'message is the latest assistant message as {id, role, content, created_at}, absent until there is one.',
  },
  {
    id: 'run.get.unknown',
    behaviour: 'A run that does not exist is 404 not_found.',
  },
  {
    id: 'run.get.connection',
    behaviour: 'connection is {id, name} of the host used for customer tools, absent when none was resolved.',
  },
  {
    id: 'run.wait.not-running',
    behaviour: '?wait=N answers at once when the run is not running.',
  },
  {
    id: 'run.wait.leaves-running',
    behaviour: '?wait=N answers as soon as the run leaves running.',
  },
  {
    id: 'run.wait.times-out',
    behaviour: '?wait=N answers with the running run when N seconds have passed.',
  },
  {
    id: 'run.wait.bounds',
    behaviour: 'A wait that is not a number from 0 to 30 is 422 invalid_request.',
  },
  {
    id: 'run.list',
    behaviour: 'GET /v1/loom/runs lists the runs of the workspace or subject.',
  },
  {
    id: 'run.list.filters',
    behaviour: '?state= and ?thread_id= narrow the list to that state and thread.',
  },
  {
    id: 'run.trace.fields',
    behaviour:
      'The trace is the run with opened_at, closed_at (once terminal), turns, requests and requests_count.',
  },
  {
    id: 'run.trace.turns',
    behaviour:
      'turns are in order, each with seq, model_class, input_tokens, output_tokens, cost_credits, request, response and tool_calls.',
  },
  {
    id: 'run.trace.model-payloads',
    behaviour: "request and response of a turn are the model's own payloads.",
  },
  {
    id: 'run.trace.session-token',
    behaviour:
      "With a session token a trace is without turns' request and response and calls' request, unless its claim trace is full.",
  },
  {
    id: 'run.trace.redacted',
    behaviour:
      'Model payloads in the trace are redacted like events; arguments that do not parse are hidden as a whole where the patch redacts any.',
  },
  {
    id: 'run.trace.redacted-in-bounds',
    behaviour:
      'A model payload in which it would take too long to look for what is redacted is {truncated: true, characters} in the trace.',
  },
  {
    id: 'run.trace.bounded',
    behaviour:
      'A text of over 256 Ki characters is shown in the trace as {truncated: true, characters}, and so is, from the newest turn on, what is over 2 Mi characters of payloads or of texts of calls.',
  },
  {
    id: 'run.trace.free-json',
    behaviour:
      'Free JSON of a host, a model or a client comes out of traces, events, messages and threads as it went in, whatever its names, texts and nesting.',
  },
  {
    id: 'run.trace.no-tool-call-ids',
    behaviour: 'The trace exposes no id of a tool call.',
  },
  {
    id: 'run.trace.requests',
    behaviour:
      'requests are the newest 50 at most of those attributed to the run, newest first; requests_count is their total.',
  },
  {
    id: 'run.states.allowed-transitions',
    behaviour: 'A run moves only along the transitions of the state table.',
  },
  {
    id: 'run.states.terminal-is-final',
    behaviour: 'A closed or failed run never changes again.',
  },
  {
    id: 'run.states.question',
    behaviour: 'A patch that asks the user takes the run to awaiting_input.',
  },
  {
    id: 'run.states.gate',
    behaviour: 'A call of a gated patch is recorded, not executed, and takes the run to awaiting_input.',
  },
  {
    id: 'run.states.proposed-action',
    behaviour: 'A proposed action takes the run to awaiting_outcome.',
  },
  {
    id: 'run.states.resume',
    behaviour: 'An answer, a decision or an outcome takes the paused run back to running.',
  },
  {
    id: 'run.order.one-at-a-time',
    behaviour:
      "A newer run's first model turn waits until no older run of its thread is running, so that replies keep the order of messages.",
  },
  {
    id: 'run.order.past-paused',
    behaviour: 'A newer run does not wait for an older one that is paused.',
  },
  {
    id: 'run.order.resumed-before-new',
    behaviour: 'A run that resumes works before those of its thread that wait for their first turn.',
  },
  {
    id: 'run.order.after-lost-workflow',
    behaviour:
      'A run whose workflow was terminated is ended by the sweep, and the next run of its thread goes on.',
  },
  {
    id: 'run.order.let-in',
    behaviour:
      'A run that gets the thread lock is signalled until its workflow knows, though the workflow of the one before it dies as it ends or pauses.',
  },
  {
    id: 'run.order.stale-worker',
    behaviour:
      'A run whose turn was taken by a worker that Temporal had given up on pauses, goes on and ends, though its own workflow was still to be told that it may work.',
  },
  {
    id: 'run.end.finished',
    behaviour: 'A run whose model replies without calls is closed with reason finished.',
  },
  {
    id: 'run.end.closed-at',
    behaviour: 'closed_at is set when, and only when, the run is terminal.',
  },
  {
    id: 'run.end.reason-and-error',
    behaviour: 'reason of a closed run, and error {code, message} of a failed one, stand on the run.',
  },
  {
    id: 'run.end.no-pending-call',
    behaviour: 'No terminal run has a pending call, whatever ended it.',
  },
  {
    id: 'run.end.model-error',
    behaviour: 'A run whose provider keeps failing is failed with model_error.',
  },
  {
    id: 'run.end.internal-error',
    behaviour: 'A run that meets an unexpected fault is failed with internal_error and is not left running.',
  },
  {
    id: 'run.end.turn-limit',
    behaviour: 'A run that would need more than max_turns is failed with turn_limit.',
  },
  {
    id: 'run.end.credit-limit',
    behaviour: 'A run that has spent max_credits is failed with credit_limit.',
  },
  {
    id: 'run.end.invalid-args',
    behaviour:
      'Turns with invalid arguments, at whatever point they are found, fail the run with invalid_args when there are more than 3 in a row.',
  },
  {
    id: 'run.end.late-failure',
    behaviour:
      'A worker that reports late that it could not take a step does not fail a run that has taken it since, and waits for a person or goes on.',
  },
  {
    id: 'run.end.handoff',
    behaviour:
      'A handoff call is ok, the model gets one last turn without tools, whatever the turn limit and the balance say, and the run is closed with reason handoff.',
  },
  {
    id: 'run.cancel.accepted',
    behaviour:
      'POST /v1/loom/runs/{id}/cancel is 202 {run_id, state}, and the run closes as cancelled at the next safe point.',
  },
  {
    id: 'run.cancel.paused',
    behaviour:
      'Cancelling a run makes a call of it that was not sent failed with error.code cancelled: one that is held, asks, is proposed, or is still to be made.',
  },
  {
    id: 'run.cancel.sent-call',
    behaviour:
      'A call that was sent when its run was cancelled, beside others too, keeps its result or becomes outcome_unknown; it is never told as cancelled.',
  },
  {
    id: 'run.cancel.host-asks-for-patience',
    behaviour:
      'A run that is cancelled while a host asks to be tried later closes as cancelled at once, its call failed with what the host said.',
  },
  {
    id: 'run.cancel.terminal',
    behaviour: 'Cancelling a terminal run changes nothing.',
  },
  {
    id: 'run.cancel.repeated',
    behaviour: 'A repeated cancel of a run that has not ended is told to its workflow again.',
  },
  {
    id: 'run.cancel.stored-is-carried-out',
    behaviour:
      'A cancel that is stored ends the run at its next safe point, and in place of a pause, whatever becomes of its signal.',
  },
  {
    id: 'run.pause.expires',
    behaviour:
      'A pause older than pause_ttl_seconds closes the run as expired, its call failed with error.code expired.',
  },
  {
    id: 'pause.expiry.is-a-rule',
    behaviour:
      'A decision, an answer, an outcome or a cancellation at or after expires_at finds the pause over, whether or not the timer of its workflow has run: the run ends as expired, a confirm is 404 unknown_confirmation, a message opens a run, an outcome is recorded late, and nothing is offered for a decision any more.',
  },
  {
    id: 'pause.expiry.from-the-stored-instant',
    behaviour:
      'The timer of a pause counts from when the pause was stored, not from when the workflow gets there.',
  },
  {
    id: 'run.end.tried-for-ever',
    behaviour:
      'A cancel or an expiry that cannot be carried out is tried until it is: no pause that is over blocks its thread.',
  },
  {
    id: 'run.pause.outlives-failure',
    behaviour:
      'A pause that was stored just before its worker died is not failed with the step: it can still be resolved.',
  },
] as const satisfies readonly Requirement[];
