import type { Requirement } from './requirement.ts';

/** Events: the envelope, the fifteen types, the log and the stream of a thread. */
export const events = [
  {
    id: 'event.envelope',
    behaviour:
      'Every transport carries one envelope: id, type, created_at, seq, origin, source, parent, context, data and the aliases.',
  },
  {
    id: 'event.id',
    behaviour: 'An id is evt_ and 32 hex characters, the same over retries, replays and transports.',
  },
  {
    id: 'event.seq',
    behaviour:
      'seq counts the stored events of one run from 1 without gaps; it is null on deltas and request events.',
  },
  {
    id: 'event.origin',
    behaviour:
      'origin says what started the work: api, mcp, console, playground, or agent for work of its own.',
  },
  {
    id: 'event.source',
    behaviour: 'source is {kind, id} with kind run, request or endpoint; parent is null.',
  },
  {
    id: 'event.context',
    behaviour:
      'context has workspace_id and the keys that apply, absent ones omitted; product stands on request events.',
  },
  {
    id: 'event.aliases',
    behaviour: 'run_id repeats source.id on run events, and thread_id repeats context.thread_id.',
  },
  {
    id: 'event.redacted',
    behaviour: 'Arguments and results are redacted before an event is built.',
  },
  {
    id: 'event.stored-with-state',
    behaviour:
      'State, message and event are stored together: no event without a readable effect, no effect without its event.',
  },
  {
    id: 'event.type.run-started',
    behaviour: 'run.started carries {agent: {id, name}}.',
  },
  {
    id: 'event.type.run-completed',
    behaviour: 'run.completed carries state, cost_credits and reason.',
  },
  { id: 'event.type.run-failed', behaviour: 'run.failed carries error.' },
  {
    id: 'event.type.elicitation-requested',
    behaviour:
      'elicitation.requested carries {tool_call_id, patch_ref, kind, prompt, created_at, expires_at}.',
  },
  {
    id: 'event.type.action-proposed',
    behaviour: 'action.proposed carries tool_call_id, patch_ref, args, created_at and expires_at.',
  },
  {
    id: 'event.type.write-confirmation-requested',
    behaviour: 'write.confirmation_requested carries what pending_confirmation shows.',
  },
  {
    id: 'event.type.handoff-requested',
    behaviour: 'handoff.requested carries {patch_ref, reason, summary?, …args}.',
  },
  {
    id: 'event.type.message-completed',
    behaviour: 'message.completed carries the final assistant message.',
  },
  {
    id: 'event.type.tool-call-started',
    behaviour: 'tool_call.started carries tool_call_id, patch_ref, name (the patch key) and args.',
  },
  {
    id: 'event.type.tool-call-completed',
    behaviour: 'tool_call.completed carries name, result and status ok, failed, declined or denied.',
  },
  {
    id: 'event.type.plan-updated',
    behaviour: 'plan.updated carries {steps} of update_plan@1.',
  },
  {
    id: 'event.type.message-delta',
    behaviour: 'message.delta carries {message_id, index, text} and is not stored.',
  },
  {
    id: 'event.type.message-block',
    behaviour: 'message.block carries role, content, parts and seq.',
  },
  {
    id: 'event.type.extract',
    behaviour:
      'extract.completed carries {result} and extract.failed error, with source {kind: request, id}.',
  },
  {
    id: 'event.product-events',
    behaviour:
      'Product events come of direct calls only; an extraction inside a run is reported by the events of the run.',
  },
  {
    id: 'event.list',
    behaviour:
      'GET /v1/events lists envelopes by run_id, thread_id and type, and GET /v1/events/{id} returns one.',
  },
  {
    id: 'event.list.subject',
    behaviour:
      "Called for a subject, by session token or Service-Subject, both show the events of that subject's threads only.",
  },
  { id: 'event.kept-30-days', behaviour: 'Events are kept 30 days.' },
  {
    id: 'event.stream',
    behaviour:
      'GET /v1/loom/threads/{id}/events is server-sent events with id, event (the type) and data (the envelope).',
  },
  {
    id: 'event.stream.blocks',
    behaviour:
      'Every block of lines of a stream is an event with data: comments and retry: are lines of none or of the first.',
  },
  {
    id: 'event.stream.limit',
    behaviour:
      'A workspace has at most as many streams open over all processes as its setting says, 2,000 by default; one more is 429 rate_limited with Retry-After. A stream that ends makes room at once, a killed process within ten seconds.',
  },
  {
    id: 'event.stream.resume',
    behaviour: 'Last-Event-ID resumes the stream without loss or repeat.',
  },
  {
    id: 'event.stream.since-start',
    behaviour: 'since=start begins the stream with all events that are kept.',
  },
  {
    id: 'event.stream.text-so-far',
    behaviour:
      'A stream that begins while a reply is made begins with the text so far, as one delta of index 0; nothing after it is lost or repeated.',
  },
  {
    id: 'event.deltas.one-message',
    behaviour:
      'What a run says in all its turns is one reply, under one message_id from the first delta on; all deltas together are its content.',
  },
  {
    id: 'event.deltas.start-over',
    behaviour: 'A reply whose turn is taken again starts over at index 0 with all that was said so far.',
  },
] as const satisfies readonly Requirement[];
