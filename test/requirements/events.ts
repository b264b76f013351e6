import type { Requirement } from './requirement.ts';

const payload = ['service.md Events', 'contract.md 7'] as const;

/** Events: the envelope, the fifteen types, the log and the stream of a thread. */
export const events = [
  {
    id: 'event.envelope',
    source: payload,
    issue: 6,
    behaviour:
      'Every transport carries one envelope: id, type, created_at, seq, origin, source, parent, context, data and the aliases.',
  },
  {
    id: 'event.id',
    source: ['service.md Identifier formats', 'service.md Events', 'contract.md 1'],
    issue: 6,
    behaviour: 'An id is evt_ and 32 hex characters, the same over retries, replays and transports.',
  },
  {
    id: 'event.seq',
    source: payload,
    issue: 6,
    behaviour:
      'seq counts the stored events of one run from 1 without gaps; it is null on deltas and request events.',
  },
  {
    id: 'event.origin',
    source: payload,
    issue: 6,
    behaviour:
      'origin says what started the work: api, mcp, console, playground, or agent for work of its own.',
  },
  {
    id: 'event.source',
    source: 'service.md Events',
    issue: 6,
    behaviour: 'source is {kind, id} with kind run, request or endpoint; parent is null.',
  },
  {
    id: 'event.context',
    source: payload,
    issue: 6,
    behaviour:
      'context has workspace_id and the keys that apply, absent ones omitted; product stands on request events.',
  },
  {
    id: 'event.aliases',
    source: 'service.md Events',
    issue: 6,
    behaviour: 'run_id repeats source.id on run events, and thread_id repeats context.thread_id.',
  },
  {
    id: 'event.redacted',
    source: 'service.md Events',
    issue: 6,
    behaviour: 'Arguments and results are redacted before an event is built.',
  },
  {
    id: 'event.stored-with-state',
    source: ['contract.md 7', 'invariant 5'],
    issue: 6,
    behaviour:
      'State, message and event are stored together: no event without a readable effect, no effect without its event.',
  },
  {
    id: 'event.type.run-started',
    source: payload,
    issue: 6,
    behaviour: 'run.started carries {agent: {id, name}}.',
  },
  {
    id: 'event.type.run-completed',
    source: payload,
    issue: 6,
    behaviour: 'run.completed carries state, cost_credits and reason.',
  },
  { id: 'event.type.run-failed', source: payload, issue: 6, behaviour: 'run.failed carries error.' },
  {
    id: 'event.type.elicitation-requested',
    source: payload,
    issue: 6,
    behaviour: 'elicitation.requested carries {tool_call_id, patch_ref, kind, prompt}.',
  },
  {
    id: 'event.type.action-proposed',
    source: payload,
    issue: 6,
    behaviour: 'action.proposed carries tool_call_id, patch_ref and args.',
  },
  {
    id: 'event.type.write-confirmation-requested',
    source: payload,
    issue: 6,
    behaviour: 'write.confirmation_requested carries what pending_confirmation shows.',
  },
  {
    id: 'event.type.handoff-requested',
    source: ['service.md Events', 'contract.md 4', 'contract.md 7'],
    issue: 6,
    behaviour: 'handoff.requested carries {patch_ref, reason, summary?, …args}.',
  },
  {
    id: 'event.type.message-completed',
    source: payload,
    issue: 6,
    behaviour: 'message.completed carries the final assistant message.',
  },
  {
    id: 'event.type.tool-call-started',
    source: payload,
    issue: 6,
    behaviour: 'tool_call.started carries tool_call_id, patch_ref, name (the patch key) and args.',
  },
  {
    id: 'event.type.tool-call-completed',
    source: ['service.md Events', 'service.md Tool call status', 'contract.md 7'],
    issue: 6,
    behaviour: 'tool_call.completed carries name, result and status ok, failed, declined or denied.',
  },
  {
    id: 'event.type.plan-updated',
    source: ['service.md Events', 'contract.md 3', 'contract.md 7'],
    issue: 6,
    behaviour: 'plan.updated carries {steps} of update_plan@1.',
  },
  {
    id: 'event.type.message-delta',
    source: payload,
    issue: 6,
    behaviour: 'message.delta carries {message_id, index, text} and is not stored.',
  },
  {
    id: 'event.type.message-block',
    source: payload,
    issue: 6,
    behaviour: 'message.block carries role, content, parts and seq.',
  },
  {
    id: 'event.type.extract',
    source: ['service.md Events', 'contract.md 7', 'contract.md 8'],
    issue: 8,
    behaviour:
      'extract.completed carries {result} and extract.failed error, with source {kind: request, id}.',
  },
  {
    id: 'event.product-events',
    source: 'service.md Events',
    issue: 8,
    behaviour:
      'Product events come of direct calls only; an extract inside a run is reported by the events of the run.',
  },
  {
    id: 'event.list',
    source: 'contract.md 3',
    issue: 6,
    behaviour:
      'GET /v1/events lists envelopes by run_id, thread_id and type, and GET /v1/events/{id} returns one.',
  },
  {
    id: 'event.list.subject',
    source: 'contract.md 3',
    issue: 12,
    behaviour:
      "Called for a subject, by session token or Service-Subject, both show the events of that subject's threads only.",
  },
  { id: 'event.kept-30-days', source: 'contract.md 3', issue: 6, behaviour: 'Events are kept 30 days.' },
  {
    id: 'event.stream',
    source: 'contract.md 4',
    issue: 6,
    behaviour:
      'GET /v1/loom/threads/{id}/events is server-sent events with id, event (the type) and data (the envelope).',
  },
  {
    id: 'event.stream.resume',
    source: 'contract.md 4',
    issue: 6,
    behaviour: 'Last-Event-ID resumes the stream without loss or repeat.',
  },
  {
    id: 'event.stream.since-start',
    source: 'contract.md 4',
    issue: 12,
    behaviour: 'since=start begins the stream with all events that are kept.',
  },
  {
    id: 'event.stream.text-so-far',
    source: 'contract.md 4',
    issue: 12,
    behaviour:
      'A stream that begins while a reply is made begins with the text so far, as one delta of index 0; nothing after it is lost or repeated.',
  },
  {
    id: 'event.deltas.one-message',
    source: ['contract.md 4', 'contract.md 7'],
    issue: 12,
    behaviour:
      'What a run says in all its turns is one reply, under one message_id from the first delta on; all deltas together are its content.',
  },
  {
    id: 'event.deltas.start-over',
    source: ['contract.md 4', 'contract.md 7'],
    issue: 12,
    behaviour: 'A reply whose turn is taken again starts over at index 0 with all that was said so far.',
  },
] as const satisfies readonly Requirement[];
