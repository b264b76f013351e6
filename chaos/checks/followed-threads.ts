import type { Evidence, FollowedThread } from '../evidence/evidence.ts';
import type { Check, Finding } from './check.ts';

/** A client that follows a thread, over any number of connections, sees what is stored. */
export const followedThreads: Check = {
  rule: 'followed-threads',
  holds:
    'A follower that resumes with Last-Event-ID sees every stored event of its thread once and in order.',
  find(evidence) {
    return evidence.followed.flatMap((followed) => findingsOf(followed, evidence));
  },
};

function findingsOf({ thread_id, name, events: seen }: FollowedThread, { runs }: Evidence): Finding[] {
  const findings: Finding[] = [];
  const stored = runs.filter(({ run }) => run.thread_id === thread_id).flatMap(({ events }) => events);
  const ids = new Set(seen.map(({ id }) => id));
  if (ids.size !== seen.length) {
    findings.push({ what: `${name} saw ${seen.length - ids.size} events twice`, thread_id });
  }
  const missed = stored.filter(({ id }) => !ids.has(id));
  for (const { type, seq, run_id } of missed) {
    findings.push({ what: `${name} did not see ${type}, ${seq}`, run_id, thread_id });
  }
  const known = new Set(stored.map(({ id }) => id));
  for (const { id, type, run_id } of seen) {
    if (!known.has(id))
      findings.push({ what: `${name} saw ${type}, which is not stored`, run_id, thread_id });
  }
  for (const [run_id, ofRun] of Map.groupBy(seen, (event) => event.run_id)) {
    const seqs = ofRun.map(({ seq }) => seq ?? 0);
    if (seqs.some((seq, index) => index > 0 && seq < (seqs[index - 1] ?? 0))) {
      findings.push({ what: `${name} saw events in the order ${seqs.join(', ')}`, run_id, thread_id });
    }
  }
  return findings;
}
