import { Counter, type Registry } from 'prom-client';
import { changedCall } from '#engine/rules/changes-of.ts';
import type { ToolCallDocument } from '#engine/documents/tool-call.ts';
import type { Changes } from '#engine/rules/stored.ts';

/** The parts of a commit that are counted. */
export type CountedStep = Pick<Changes, 'run' | 'calls' | 'newCalls' | 'events'>;

/**
 * Counts what this process has stored of runs: `heddle_runs_ended_total` by state and reason, `heddle_calls_ended_total` by status and
 * code, `heddle_calls_held_total`, and `heddle_decisions_total` by decision and by how the actor was known. No label comes from a tenant.
 */
export function countRuns(registry: Registry): (step: CountedStep) => void {
  const registers = [registry];
  const runs = new Counter({
    name: 'heddle_runs_ended_total',
    help: 'Runs that ended.',
    labelNames: ['state', 'reason'],
    registers,
  });
  const calls = new Counter({
    name: 'heddle_calls_ended_total',
    help: 'Calls that have their result.',
    labelNames: ['status', 'code'],
    registers,
  });
  const held = new Counter({
    name: 'heddle_calls_held_total',
    help: 'Calls that came to a gate, each time.',
    registers,
  });
  const decisions = new Counter({
    name: 'heddle_decisions_total',
    help: 'Approvals that were the last one needed, and rejections.',
    labelNames: ['decision', 'via'],
    registers,
  });
  return ({ run, calls: changes, newCalls, events }) => {
    for (const { type } of events) {
      if (type === 'write.confirmation_requested') held.inc();
      if (type !== 'run.completed' && type !== 'run.failed') continue;
      runs.inc({ state: run.state, reason: run.error?.code ?? run.reason ?? 'none' });
    }
    const count = ({ status, error }: ToolCallDocument) => calls.inc({ status, code: error?.code ?? 'none' });
    for (const call of newCalls) if (call.status !== 'pending') count(call);
    for (const change of changes) {
      const { before } = change;
      const after = changedCall(before, change);
      if (before.status === 'pending' && after.status !== 'pending') count(after);
      if (before.decision === undefined && after.decision !== undefined) {
        const { decision, via = 'unknown' } = after.decision;
        decisions.inc({ decision, via });
      }
    }
  };
}
