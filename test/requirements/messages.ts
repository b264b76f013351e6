import type { Requirement } from './requirement.ts';

/** Messages: post and list. */
export const messages = [
  {
    id: 'message.post.accepted',
    behaviour:
      'Posting a message is 202 with run_id, thread_id and state, and neither a message id nor the reply.',
  },
  {
    id: 'message.post.starts-run',
    behaviour: 'A message on a thread with no pause for input starts a new run, in state running.',
  },
  {
    id: 'message.post.during-running-run',
    behaviour: 'A message posted while another run is running starts a run of its own.',
  },
  {
    id: 'message.post.during-awaiting-outcome',
    behaviour: 'A message posted while another run awaits an outcome starts a run of its own.',
  },
  {
    id: 'message.post.content-length',
    behaviour: 'content has 1 to 32,000 characters after trimming; otherwise 422 invalid_request.',
  },
  {
    id: 'message.post.metadata',
    behaviour: 'A message may carry metadata, under the rules of a thread.',
  },
  {
    id: 'message.post.answer',
    behaviour:
      'A message on a thread at a question is stored with the run_id of that run and resumes it as the result {answer}.',
  },
  {
    id: 'message.post.answers-oldest',
    behaviour:
      'When several runs ask, a message answers the oldest question, unless a run of the thread is at a gate.',
  },
  {
    id: 'message.post.at-gate',
    behaviour:
      'A message on a thread with a run at a gate is 422 awaiting_confirmation with details {run_id, tool_call_id}, also where an older run asks a question.',
  },
  {
    id: 'message.post.open-runs',
    behaviour:
      'A message that would open a run is 429 rate_limited while 1,000 runs of its thread are open: working, waiting for the thread lock or paused. An answer, a decision and an outcome are accepted.',
  },
  {
    id: 'message.list.default-50',
    behaviour: 'A page of messages holds 50 by default.',
  },
  {
    id: 'message.list.newest-page-first',
    behaviour: 'The first page is the most recent messages, and next_cursor walks into older history.',
  },
  {
    id: 'message.list.oldest-first-within-page',
    behaviour: 'Within a page messages run from oldest to newest.',
  },
  {
    id: 'message.list.fields',
    behaviour: 'A listed message has id, role, content, parts, run_id, seq and created_at.',
  },
  {
    id: 'message.list.seq',
    behaviour: 'seq is the position on the thread: it rises by one from message to message.',
  },
  {
    id: 'message.list.run-id',
    behaviour: 'run_id of a user message is the run that accepted it; of a reply, the run that produced it.',
  },
  {
    id: 'message.parts.null',
    behaviour: 'parts is null on an ordinary message.',
  },
  {
    id: 'message.parts.rich',
    behaviour:
      'A reply with a rich block has ordered text and data parts, and content as their plain-text fallback.',
  },
  {
    id: 'message.content.beside-calls',
    behaviour:
      "The content of a reply is the run's texts in order, those said beside calls included, joined by a blank line.",
  },
  {
    id: 'message.content.blocks-alone',
    behaviour:
      "A reply of blocks alone has as content what each says in words: its payload's text or title, else [kind].",
  },
] as const satisfies readonly Requirement[];
