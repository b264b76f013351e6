import { endingOf, openers } from '../evidence/run-events.ts';
import type { Evidence, RunEvidence } from '../evidence/evidence.ts';
import type { Check, Finding } from './check.ts';

/** Each run has the right reply, once. */
export const replies: Check = {
  rule: 'replies',
  holds: 'A run that finished has exactly one reply, the right one, behind its message; no run has two.',
  find(evidence) {
    const opened = openers(evidence);
    return evidence.runs.flatMap((run) => findingsOf(run, evidence, opened.get(run.run.id)));
  },
};

function findingsOf(
  evidence: RunEvidence,
  { threads }: Evidence,
  opener: ReturnType<typeof openers> extends Map<string, infer Opener> ? Opener | undefined : never,
): Finding[] {
  const { run, events } = evidence;
  const finding = (what: string): Finding => ({ what, run_id: run.id, thread_id: run.thread_id });
  const said = (threads.find(({ id }) => id === run.thread_id)?.messages ?? []).filter(
    ({ role, run_id }) => role === 'assistant' && run_id === run.id,
  );
  const findings: Finding[] = [];
  const ending = endingOf(evidence);
  const replyIsDue = ending === 'finished' || ending === 'handoff';
  if (said.length > 1 || (replyIsDue && said.length === 0)) {
    findings.push(finding(`a run that is ${ending ?? run.state} has ${said.length} replies`));
  }
  const told = events.filter(({ type }) => type === 'message.completed').map(({ data }) => data?.['id']);
  if (JSON.stringify(told) !== JSON.stringify(said.map(({ id }) => id))) {
    findings.push(
      finding(`${said.length} replies are stored, and message.completed tells of ${told.length}`),
    );
  }
  const [reply] = said;
  if (reply === undefined || opener === undefined) return findings;
  if (reply.seq <= opener.message.seq) findings.push(finding('the reply stands before its message'));
  const expected = opener.posted?.reply;
  if (ending === 'finished' && expected !== undefined && reply.content !== expected) {
    findings.push(finding(`the reply is ${JSON.stringify(reply.content)}, not ${JSON.stringify(expected)}`));
  }
  return findings;
}
