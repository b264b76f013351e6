import { endingOf, type Opener, openers } from '../evidence/run-events.ts';
import type { Evidence, RunEvidence } from '../evidence/evidence.ts';
import { type Check, findingsOf } from './check.ts';

/** Each run has the right reply, once. */
export const replies: Check = {
  rule: 'replies',
  holds: 'A run that finished has exactly one reply, the right one, behind its message; no run has two.',
  find(evidence) {
    const opened = openers(evidence);
    return evidence.runs.flatMap((run) => findingsOf(run, faultsOf(run, evidence, opened.get(run.run.id))));
  },
};

function faultsOf(evidence: RunEvidence, { threads }: Evidence, opener: Opener | undefined) {
  const { run, events } = evidence;
  const said = (threads.find(({ id }) => id === run.thread_id)?.messages ?? []).filter(
    ({ role, run_id }) => role === 'assistant' && run_id === run.id,
  );
  const ending = endingOf(evidence);
  const replyIsDue = ending === 'finished' || ending === 'handoff';
  const told = events.filter(({ type }) => type === 'message.completed').map(({ data }) => data?.['id']);
  const [reply] = said;
  const expected = ending === 'finished' ? opener?.posted?.reply : undefined;
  return [
    (said.length > 1 || (replyIsDue && said.length === 0)) &&
      `a run that is ${ending ?? run.state} has ${said.length} replies`,
    JSON.stringify(told) !== JSON.stringify(said.map(({ id }) => id)) &&
      `${said.length} replies are stored, and message.completed tells of ${told.length}`,
    reply !== undefined &&
      opener !== undefined &&
      reply.seq <= opener.message.seq &&
      'the reply stands before its message',
    reply !== undefined &&
      expected !== undefined &&
      reply.content !== expected &&
      `the reply is ${JSON.stringify(reply.content)}, not ${JSON.stringify(expected)}`,
  ];
}
