import { hasEnded } from '../evidence/calls.ts';
import type { Evidence } from '../evidence/evidence.ts';
import type { PostedMessage } from '../journal/journal.ts';
import type { Check, Finding } from './check.ts';

/** Nothing that was accepted is lost or duplicated. */
export const acceptedMessages: Check = {
  rule: 'accepted-messages',
  holds: 'An accepted message is stored once, and leads to a run that comes to its end.',
  find(evidence) {
    const open = evidence.runs
      .filter((run) => !hasEnded(run))
      .map(({ run }) => ({
        what: `the run is still ${run.state}`,
        run_id: run.id,
        thread_id: run.thread_id,
      }));
    return [...open, ...evidence.journal.messages.flatMap((posted) => findingsOf(posted, evidence))];
  },
};

function findingsOf(posted: PostedMessage, { runs, threads }: Evidence): Finding[] {
  const { thread_id, content, fate, run_id } = posted;
  const stored = (threads.find(({ id }) => id === thread_id)?.messages ?? []).filter(
    (message) => message.role === 'user' && message.content === content,
  );
  const finding = (what: string): Finding => ({ what, run_id, thread_id });
  switch (fate.is) {
    case 'unknown':
      return stored.length > 1 ? [finding(`a message is stored ${stored.length} times`)] : [];
    case 'refused':
      return stored.length > 0 ? [finding(`a message that was refused (${fate.code}) is stored`)] : [];
    case 'accepted': {
      const findings =
        stored.length === 1 ? [] : [finding(`an accepted message is stored ${stored.length} times`)];
      if (!runs.some(({ run }) => run.id === run_id))
        findings.push(finding('an accepted message has no run'));
      const [message] = stored;
      if (message !== undefined && message.run_id !== run_id) {
        findings.push(finding(`the message is that of another run, ${message.run_id}`));
      }
      return findings;
    }
  }
}
