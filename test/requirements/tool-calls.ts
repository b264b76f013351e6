import type { Requirement } from './requirement.ts';

/** Tool calls: their record, arguments, order, retries. */
export const toolCalls = [
  {
    id: 'tool-call.fields',
    behaviour:
      'A call in the trace has patch_ref, interaction, gate, status, args, result, started_at, duration_ms, and no field beyond the table.',
  },
  {
    id: 'tool-call.gate',
    behaviour: 'gate is confirm on a held call and null otherwise; interaction stays that of the patch.',
  },
  {
    id: 'tool-call.status',
    behaviour: 'status is pending in flight or at a gate, then ok or failed.',
  },
  {
    id: 'tool-call.request',
    behaviour: 'request is the outbound call as made, without its secrets: method, URL, headers, body.',
  },
  {
    id: 'tool-call.risk',
    behaviour: 'risk has base of the patch and effective after the raise of the agent.',
  },
  {
    id: 'tool-call.reliability',
    behaviour: 'reliability has idempotent and retry of the declaration.',
  },
  {
    id: 'tool-call.cost',
    behaviour: 'cost_credits stands on a call of a priced patch.',
  },
  {
    id: 'tool-call.args.invalid-wherever-found',
    behaviour:
      'Arguments that a template, or the rules of a built-in patch, find invalid are invalid_args like those that the schema refuses.',
  },
  {
    id: 'tool-call.args.validated-first',
    behaviour: 'Arguments are validated against the schema before anything else, gate and question included.',
  },
  {
    id: 'tool-call.args.invalid',
    behaviour:
      'A call with invalid arguments is failed with error.code invalid_args, and the model is told and may try again.',
  },
  {
    id: 'tool-call.too-many',
    behaviour: 'A turn has at most 64 calls; those after them are failed with error.code too_many_calls.',
  },
  {
    id: 'tool-call.answer-as-text',
    behaviour:
      'An answer of more than 50,000 separators of JSON is not parsed: the call is ok with {unreadable: true, status, text}, and events and traces do not show the text if results are redacted.',
  },
  {
    id: 'tool-call.unreadable',
    behaviour:
      'An answer that cannot be kept as it is makes the call ok with {unreadable: true, status}, and is not asked for again.',
  },
  {
    id: 'tool-call.denied',
    behaviour:
      'A call to a patch that the agent lacks is failed with error.code denied, and denied in its event.',
  },
  {
    id: 'tool-call.at-most-16',
    behaviour: 'At most 16 calls of a run are made at once; further ones of the turn follow as those end.',
  },
  {
    id: 'tool-call.silent-side-by-side',
    behaviour: 'Silent calls of one turn run side by side.',
  },
  {
    id: 'tool-call.pausing-in-order',
    behaviour: "Calls that pause run after the silent ones, one at a time, in the model's order.",
  },
  {
    id: 'tool-call.results-together',
    behaviour: 'All results of a turn go to the next model turn together.',
  },
  {
    id: 'tool-call.retry.none',
    behaviour: 'retry none makes one attempt.',
  },
  {
    id: 'tool-call.retry.safe',
    behaviour:
      'retry safe repeats only what surely took no effect, or any transient failure when the patch is idempotent.',
  },
  {
    id: 'tool-call.retry.always',
    behaviour: 'retry always repeats every transient failure.',
  },
  {
    id: 'tool-call.retry.bounded',
    behaviour: 'There are at most 5 attempts, with exponential backoff.',
  },
  {
    id: 'tool-call.retry.idempotency-key',
    behaviour: 'Every attempt of one call carries the same Idempotency-Key, the UUID v7 of the call.',
  },
  {
    id: 'tool-call.outcome-unknown',
    behaviour:
      'When a worker dies in a call that may not be repeated, the call is failed with error.code outcome_unknown, and the model is told; a call that was sent ends as its result or so, whatever ends the run.',
  },
  {
    id: 'tool-call.sent-is-told-truly',
    behaviour:
      'A call that was sent ends as the result of an attempt or as outcome_unknown, whatever ends the run: never as cancelled, expired or an internal fault.',
  },
  {
    id: 'tool-call.mark-last',
    behaviour:
      'A fault before the first byte (connection, secrets, patch, template) is tried again or is a clear failure, and never outcome_unknown.',
  },
  {
    id: 'tool-call.outcome-unknown.renewed-mark',
    behaviour:
      'A mark that was written again with a later deadline is seen by whoever waited for the earlier one: the call is not told as unknown while it can still be sent.',
  },
  {
    id: 'tool-call.outcome-unknown.restored',
    behaviour:
      'A call that the workflow of its run has seen made, and that a restored store shows as not made, is neither made again (unless it may be repeated) nor told as cancelled or expired by the workflow, but as outcome_unknown; so is an approved call without a mark whose workflow is lost.',
  },
  {
    id: 'tool-call.outcome-unknown.after-its-time',
    behaviour:
      'A call that was marked as sent and of which nobody tells is called unknown only when its time is over; nothing of it is sent after that.',
  },
  {
    id: 'tool-call.result-kept',
    behaviour:
      "A host's answer that came in is the call's result, however long MongoDB is away while it is stored, and the host is not asked again.",
  },
  {
    id: 'tool-call.retry.lost-attempts-count',
    behaviour:
      'Attempts whose worker died count: no call is sent more than 5 times, and after the fifth it is outcome_unknown.',
  },
  {
    id: 'tool-call.events.paired',
    behaviour: 'Every tool_call.started has exactly one tool_call.completed, whatever ends the run.',
  },
] as const satisfies readonly Requirement[];
