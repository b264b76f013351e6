import { hasEnded } from '../evidence/calls.ts';
import type { Evidence } from '../evidence/evidence.ts';
import type { PostedMessage } from '../journal/journal.ts';
import { type Check, findingsOf } from './check.ts';

/** Nothing that was accepted is lost or duplicated. */
export const acceptedMessages: Check = {
  rule: 'accepted-messages',
  holds: 'An accepted message is stored once, and leads to a run that comes to its end.',
  find(evidence) {
    return [
      ...evidence.runs.flatMap((run) =>
        findingsOf(run, [!hasEnded(run) && `the run is still ${run.run.state}`]),
      ),
      ...evidence.journal.messages.flatMap((posted) => {
        const { run_id, thread_id } = posted;
        return faultsOf(posted, evidence).map((what) => ({ what, run_id, thread_id }));
      }),
    ];
  },
};

function faultsOf(posted: PostedMessage, { runs, threads }: Evidence): string[] {
  const { thread_id, content, fate, run_id } = posted;
  const stored = (threads.find(({ id }) => id === thread_id)?.messages ?? []).filter(
    (message) => message.role === 'user' && message.content === content,
  );
  const [message] = stored;
  switch (fate.is) {
    case 'unknown':
      return stored.length > 1 ? [`a message is stored ${stored.length} times`] : [];
    case 'refused':
      return stored.length > 0 ? [`a message that was refused (${fate.code}) is stored`] : [];
    case 'accepted':
      return [
        stored.length !== 1 && `an accepted message is stored ${stored.length} times`,
        !runs.some(({ run }) => run.id === run_id) && 'an accepted message has no run',
        message !== undefined &&
          message.run_id !== run_id &&
          `the message is that of another run, ${message.run_id}`,
      ].filter((fault) => fault !== false);
  }
}
