import { callsById, type CallStory } from '../evidence/calls.ts';
import { endingOf } from '../evidence/run-events.ts';
import type { HostRequest, RunEvidence } from '../evidence/evidence.ts';
import type { PostedDecision, PostedRevision } from '../journal/journal.ts';
import { gatedKeys } from '../load/repeats.ts';
import type { Check } from './check.ts';

/** An approved call is executed as shown, and nothing else is executed. */
export const decisions: Check = {
  rule: 'decisions',
  holds:
    'Of racing decisions one wins; an approved write is executed exactly as it was shown, a rejected one or one that nobody decided never.',
  find(evidence) {
    const calls = callsById(evidence);
    const payments = Map.groupBy(
      evidence.host.filter(({ path }) => gatedKeys.includes(path.slice(1))),
      ({ key }) => key,
    );
    const decided = Map.groupBy(evidence.journal.decisions, ({ tool_call_id }) => tool_call_id);
    const revisions = new Map(evidence.journal.revisions.map((revision) => [revision.args.mark, revision]));
    return [...new Set([...decided.keys(), ...payments.keys()])].flatMap((tool_call_id) => {
      const found = calls.get(tool_call_id);
      const sent = payments.get(tool_call_id) ?? [];
      const revision = revisions.get(String(sent[0]?.body?.['mark'] ?? found?.call.args?.['mark']));
      const made = [
        ...(decided.get(tool_call_id) ?? []),
        ...(revision === undefined ? [] : [approvalBy(revision, tool_call_id)]),
      ];
      const run_id = made[0]?.run_id ?? sent[0]?.run_id;
      const thread_id = found?.run.run.thread_id;
      return faultsOf(made, sent, found).map((what) => ({ what, run_id, thread_id, tool_call_id }));
    });
  },
};

function faultsOf(
  made: PostedDecision[],
  sent: HostRequest[],
  found: { run: RunEvidence; call: CallStory } | undefined,
): string[] {
  const winners = made.filter(({ fate }) => fate.is === 'accepted');
  // A decision that was never answered may or may not have won.
  const unknown = made.filter(({ fate }) => fate.is === 'unknown');
  if (winners.length > 1) return [`${winners.length} of ${made.length} decisions were accepted`];
  const [winner] = winners;
  const faults = paymentFaults(winner === undefined ? unknown : [winner], sent, made[0]);
  if (winner === undefined) {
    const ending = found === undefined ? undefined : endingOf(found.run);
    const over = ending === undefined || ending === 'cancelled' || ending === 'expired';
    if (!over && made.length > 0 && unknown.length === 0) faults.push('every decision was refused');
    return faults;
  }
  const status = found?.call.status;
  if (status !== undefined && (winner.decision !== 'approve') !== (status === 'declined')) {
    faults.push(`the accepted decision is ${winner.decision}, and the call is ${status}`);
  }
  return faults;
}

/** A revision is the approval of the call that it makes. */
function approvalBy({ run_id, args, sent_at, fate }: PostedRevision, tool_call_id: string): PostedDecision {
  const fields = Object.fromEntries(Object.entries(args).map(([name, value]) => [name, String(value)]));
  const shown = { title: '', fields };
  return { run_id, tool_call_id, key: '', decision: 'approve', sent_at, fate, shown };
}

function paymentFaults(
  possible: PostedDecision[],
  sent: HostRequest[],
  asked: PostedDecision | undefined,
): string[] {
  if (sent.length === 0) return [];
  const approvals = possible.filter(({ decision }) => decision === 'approve');
  if (approvals.length === 0) return ['a write that nobody approved was executed'];
  const approvedAt = Math.min(...approvals.map(({ sent_at }) => sent_at));
  const shown = asked?.shown.fields ?? {};
  const asShown = ({ body }: HostRequest): boolean =>
    body === undefined ||
    ['mark', 'plan', 'amount', 'to'].every((name) => String(body[name]) === shown[name]);
  return [
    sent.some(({ at }) => at < approvedAt) && 'a write was executed before it was approved',
    !sent.every(asShown) && 'a write was executed otherwise than it was shown',
  ].filter((fault) => fault !== false);
}
