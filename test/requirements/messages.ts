import type { Requirement } from './requirement.ts';

/** Messages: post and list. */
export const messages = [
  {
    id: 'message.post.accepted',
    source: ['service.md Message', 'service.md Loom threads', 'contract.md 1'],
    issue: 3,
    behaviour:
      'Posting a message is 202 with run_id, thread_id and state, and neither a message id nor the reply.',
  },
  {
    id: 'message.post.starts-run',
    source: ['service.md Run states', 'service.md What the service does'],
    issue: 3,
    behaviour: 'A message on a thread with no pause for input starts a new run, in state running.',
  },
  {
    id: 'message.post.during-running-run',
    source: 'contract.md 4',
    issue: 3,
    behaviour: 'A message posted while another run is running starts a run of its own.',
  },
  {
    id: 'message.post.during-awaiting-outcome',
    source: 'contract.md 4',
    issue: 4,
    behaviour: 'A message posted while another run awaits an outcome starts a run of its own.',
  },
  {
    id: 'message.post.content-length',
    source: 'contract.md 4',
    issue: 3,
    behaviour: 'content has 1 to 32,000 characters after trimming; otherwise 422 invalid_request.',
  },
  {
    id: 'message.post.metadata',
    source: 'contract.md 4',
    issue: 3,
    behaviour: 'A message may carry metadata, under the rules of a thread.',
  },
  {
    id: 'message.post.answer',
    source: ['service.md Run states', 'contract.md 4'],
    issue: 4,
    behaviour:
      'A message on a thread at a question is stored with the run_id of that run and resumes it as the result {answer}.',
  },
  {
    id: 'message.post.answers-oldest',
    source: 'contract.md 4',
    issue: 12,
    behaviour:
      'When several runs ask, a message answers the oldest question, unless a run of the thread is at a gate.',
  },
  {
    id: 'message.post.at-gate',
    source: ['service.md Loom runs', 'service.md Errors', 'contract.md 4'],
    issue: 4,
    behaviour:
      'A message on a thread with a run at a gate is 422 awaiting_confirmation with details {run_id, tool_call_id}, also where an older run asks a question.',
  },
  {
    id: 'message.list.default-50',
    source: ['service.md Cross-cutting rules', 'service.md Loom threads', 'service.md Limits'],
    issue: 3,
    behaviour: 'A page of messages holds 50 by default.',
  },
  {
    id: 'message.list.newest-page-first',
    source: 'service.md Cross-cutting rules',
    issue: 3,
    behaviour: 'The first page is the most recent messages, and next_cursor walks into older history.',
  },
  {
    id: 'message.list.oldest-first-within-page',
    source: 'service.md Cross-cutting rules',
    issue: 3,
    behaviour: 'Within a page messages run from oldest to newest.',
  },
  {
    id: 'message.list.fields',
    source: 'service.md Message',
    issue: 3,
    behaviour: 'A listed message has id, role, content, parts, run_id, seq and created_at.',
  },
  {
    id: 'message.list.seq',
    source: 'service.md Message',
    issue: 3,
    behaviour: 'seq is the position on the thread: it rises by one from message to message.',
  },
  {
    id: 'message.list.run-id',
    source: 'service.md Message',
    issue: 3,
    behaviour: 'run_id of a user message is the run that accepted it; of a reply, the run that produced it.',
  },
  {
    id: 'message.parts.null',
    source: 'service.md Message',
    issue: 3,
    behaviour: 'parts is null on an ordinary message.',
  },
  {
    id: 'message.parts.rich',
    source: 'service.md Message',
    issue: 4,
    behaviour:
      'A reply with a rich block has ordered text and data parts, and content as their plain-text fallback.',
  },
  {
    id: 'message.content.beside-calls',
    source: 'contract.md 4',
    issue: 12,
    behaviour:
      "The content of a reply is the run's texts in order, those said beside calls included, joined by a blank line.",
  },
  {
    id: 'message.content.blocks-alone',
    source: 'contract.md 4',
    issue: 12,
    behaviour:
      "A reply of blocks alone has as content what each says in words: its payload's text or title, else [kind].",
  },
] as const satisfies readonly Requirement[];
