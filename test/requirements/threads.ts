import type { Requirement } from './requirement.ts';

/** Threads: create, list, get, and what a listed thread shows. */
export const threads = [
  {
    id: 'thread.create.created',
    source: ['service.md Thread', 'service.md Loom threads', 'contract.md 1', 'contract.md 4'],
    issue: 3,
    behaviour: 'POST /v1/loom/threads {agent_id} is 201 with id, agent {name} and subject_ref.',
  },
  {
    id: 'thread.create.unknown-agent',
    source: 'contract.md 4',
    issue: 3,
    behaviour: 'An unknown agent, or that of another workspace, is 404 unknown_agent.',
  },
  {
    id: 'thread.create.metadata',
    source: 'contract.md 4',
    issue: 3,
    behaviour: 'metadata takes at most 16 pairs of strings; more, or other values, is 422 invalid_request.',
  },
  {
    id: 'thread.create.connection',
    source: 'contract.md 4',
    issue: 4,
    behaviour: 'connection sets the connection of the thread; an unknown one is 422 unknown_connection.',
  },
  {
    id: 'thread.title.default',
    source: 'service.md Thread',
    issue: 3,
    behaviour: 'The title is New conversation until the first message.',
  },
  {
    id: 'thread.title.first-message',
    source: ['service.md Thread', 'contract.md 4'],
    issue: 3,
    behaviour: 'The first user message becomes the title, truncated to 80 characters.',
  },
  {
    id: 'thread.title.given',
    source: 'contract.md 4',
    issue: 3,
    behaviour: 'A title given at creation stays.',
  },
  {
    id: 'thread.list.fields',
    source: 'service.md Thread',
    issue: 3,
    behaviour:
      'A listed thread has id, title, subject_ref, agent {name}, message_count, last_message, created_at and updated_at.',
  },
  {
    id: 'thread.list.last-message',
    source: ['service.md Thread', 'service.md Limits'],
    issue: 3,
    behaviour:
      'last_message is the newest message as {role, content, created_at}, content truncated to 120 characters.',
  },
  {
    id: 'thread.list.message-count',
    source: 'service.md Thread',
    issue: 3,
    behaviour: 'message_count counts the messages of the thread, of both roles.',
  },
  {
    id: 'thread.list.no-pause',
    source: 'service.md Thread',
    issue: 3,
    behaviour:
      'Without a pause pending_elicitation and pending_action are null and pending_confirmation is absent.',
  },
  {
    id: 'thread.list.newest-first',
    source: ['service.md Loom threads', 'service.md Limits'],
    issue: 3,
    behaviour: 'Threads are listed newest first.',
  },
  {
    id: 'thread.list.capped-at-30',
    source: ['service.md Loom threads', 'service.md Limits', 'contract.md 1'],
    issue: 3,
    behaviour: 'A page of threads defaults to 25 and is clamped to 30.',
  },
  {
    id: 'thread.list.by-subject',
    source: ['service.md Loom threads', 'service.md Authentication'],
    issue: 3,
    behaviour: 'With Service-Subject the list holds the threads of that subject only.',
  },
  {
    id: 'thread.list.pending-elicitation',
    source: ['service.md Thread', 'service.md Run states'],
    issue: 4,
    behaviour:
      'A thread at a question shows pending_elicitation {run_id, kind, prompt}: the asking patch and its arguments.',
  },
  {
    id: 'thread.list.pending-action',
    source: ['service.md Thread', 'service.md Run states'],
    issue: 4,
    behaviour:
      'A thread with a proposed action shows pending_action {run_id, tool_call_id, patch_ref, args}.',
  },
  {
    id: 'thread.list.pending-confirmation',
    source: ['service.md Thread', 'service.md Confirmation', 'service.md Run states'],
    issue: 4,
    behaviour:
      'A thread with a held write shows pending_confirmation {run_id, tool_call_id, patch_ref, summary, risk}.',
  },
  {
    id: 'thread.list.pending-cleared',
    source: 'service.md Thread',
    issue: 4,
    behaviour: 'A pause that is answered, decided, cancelled or expired no longer shows on the thread.',
  },
  {
    id: 'thread.list.oldest-pause',
    source: 'contract.md 4',
    issue: 4,
    behaviour: 'When several runs are paused, pending_* shows the oldest pause.',
  },
  {
    id: 'thread.get',
    source: 'contract.md 4',
    issue: 3,
    behaviour: 'GET /v1/loom/threads/{id} returns the listed shape of that thread.',
  },
  {
    id: 'thread.get.unknown',
    source: ['service.md Errors', 'contract.md 1'],
    issue: 3,
    behaviour: 'A thread that does not exist is 404 not_found, for reads and for messages.',
  },
] as const satisfies readonly Requirement[];
