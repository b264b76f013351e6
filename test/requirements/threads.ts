import type { Requirement } from './requirement.ts';

/** Threads: create, list, get, and what a listed thread shows. */
export const threads = [
  {
    id: 'thread.create.created',
    behaviour: 'POST /v1/loom/threads {agent_id} is 201 with id, agent {name} and subject_ref.',
  },
  {
    id: 'thread.create.unknown-agent',
    behaviour: 'An unknown agent, or that of another workspace, is 404 unknown_agent.',
  },
  {
    id: 'thread.create.metadata',
    behaviour: 'metadata takes at most 16 pairs of strings; more, or other values, is 422 invalid_request.',
  },
  {
    id: 'thread.create.connection',
    behaviour: 'connection sets the connection of the thread; an unknown one is 422 unknown_connection.',
  },
  {
    id: 'thread.title.default',
    behaviour: 'The title is New conversation until the first message.',
  },
  {
    id: 'thread.title.first-message',
    behaviour: 'The first user message becomes the title, truncated to 80 characters.',
  },
  {
    id: 'thread.title.given',
    behaviour: 'A title given at creation stays.',
  },
  {
    id: 'thread.list.fields',
    behaviour:
      'A listed thread has id, title, subject_ref, agent {name}, message_count, last_message, created_at and updated_at.',
  },
  {
    id: 'thread.list.last-message',
    behaviour:
      'last_message is the newest message as {role, content, created_at}, content truncated to 120 characters.',
  },
  {
    id: 'thread.list.message-count',
    behaviour: 'message_count counts the messages of the thread, of both roles.',
  },
  {
    id: 'thread.list.no-pause',
    behaviour:
      'Without a pause pending_elicitation and pending_action are null and pending_confirmation is absent.',
  },
  {
    id: 'thread.list.newest-first',
    behaviour: 'Threads are listed newest first.',
  },
  {
    id: 'thread.list.capped-at-30',
    behaviour: 'A page of threads defaults to 25 and is clamped to 30.',
  },
  {
    id: 'thread.list.by-subject',
    behaviour: 'With Service-Subject the list holds the threads of that subject only.',
  },
  {
    id: 'thread.list.pending-elicitation',
    behaviour:
      'A thread at a question shows pending_elicitation {run_id, kind, prompt, created_at, expires_at}: the asking patch and its arguments.',
  },
  {
    id: 'thread.list.pending-action',
    behaviour:
      'A thread with a proposed action shows pending_action {run_id, tool_call_id, patch_ref, args, created_at, expires_at}.',
  },
  {
    id: 'thread.list.pending-confirmation',
    behaviour:
      'A thread with a held write shows pending_confirmation {run_id, tool_call_id, patch_ref, summary, args, connection?, risk, created_at, expires_at}.',
  },
  {
    id: 'thread.list.pending-cleared',
    behaviour: 'A pause that is answered, decided, cancelled or expired no longer shows on the thread.',
  },
  {
    id: 'thread.list.oldest-pause',
    behaviour: 'When several runs are paused, pending_* shows the oldest pause.',
  },
  {
    id: 'thread.pauses.bounded',
    behaviour:
      'What paused runs show, with the arguments of their calls, is stored with the runs and not with their thread, which only has ids, kinds and times. It is read for what a thread or a page shows, with one query, and counts for the size of a page.',
  },
  {
    id: 'thread.get',
    behaviour: 'GET /v1/loom/threads/{id} returns the listed shape of that thread.',
  },
  {
    id: 'thread.get.unknown',
    behaviour: 'A thread that does not exist is 404 not_found, for reads and for messages.',
  },
] as const satisfies readonly Requirement[];
