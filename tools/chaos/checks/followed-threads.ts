import type { Evidence, FollowedThread } from '../evidence/evidence.ts';
import type { Check, Finding } from './check.ts';

/** A client that follows a thread, over any number of connections, sees what is stored. */
export const followedThreads: Check = {
  rule: 'followed-threads',
  holds:
    'A follower that resumes with Last-Event-ID sees every stored event of its thread once and in order.',
  find(evidence) {
    return evidence.followed.flatMap((followed) =>
      findingsOf(followed, evidence).map(({ what, run_id }) => ({
        what: `${followed.name} ${what}`,
        run_id,
        thread_id: followed.thread_id,
      })),
    );
  },
};

function findingsOf({ thread_id, events: seen }: FollowedThread, { runs }: Evidence): Finding[] {
  const stored = runs.filter(({ run }) => run.thread_id === thread_id).flatMap(({ events }) => events);
  const ids = new Set(seen.map(({ id }) => id));
  const known = new Set(stored.map(({ id }) => id));
  const missed = stored.filter(({ id }) => !ids.has(id));
  const unknown = seen.filter(({ id }) => !known.has(id));
  const inDisorder = [...Map.groupBy(seen, ({ run_id }) => run_id)]
    .map(([run_id, ofRun]) => ({ run_id, seqs: ofRun.map(({ seq }) => seq ?? 0) }))
    .filter(({ seqs }) => seqs.some((seq, index) => seq < (seqs[index - 1] ?? 0)));
  return [
    ...(ids.size === seen.length ? [] : [{ what: `saw ${seen.length - ids.size} events twice` }]),
    ...missed.map(({ type, seq, run_id }) => ({ what: `did not see ${type}, ${seq}`, run_id })),
    ...unknown.map(({ type, run_id }) => ({ what: `saw ${type}, which is not stored`, run_id })),
    ...inDisorder.map(({ seqs, run_id }) => ({ what: `saw events in the order ${seqs.join(', ')}`, run_id })),
  ];
}
