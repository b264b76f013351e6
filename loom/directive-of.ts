import type { Directive } from '#contract/directives.ts';
import type { LoadedRun } from '#store/runs.ts';
import { waitsFor } from '#store/tool-calls.ts';

/** What a run's workflow does next, as it follows from what is stored. */
export function directiveOf({ run, thread, calls }: LoadedRun): Directive {
  const next = thread.active_runs.find((active) => active !== run._id);
  const grant = next === undefined ? {} : { grant_floor_to: next };
  switch (run.state) {
    case 'closed':
      return { next: 'end', state: 'closed', reason: run.reason ?? 'finished', ...grant };
    case 'failed':
      return { next: 'end', state: 'failed', error: run.error?.code ?? 'internal_error', ...grant };
    case 'awaiting_input':
    case 'awaiting_outcome': {
      const pause = thread.pauses.find(({ shown }) => shown.run_id === run._id);
      const call = calls.find(({ _id }) => _id === pause?.tool_call_id);
      if (pause === undefined || call === undefined) throw new Error(`run ${run._id} is paused for nothing`);
      const { patch_ref } = call;
      const { tool_call_id, type, ttl_seconds } = pause;
      return { next: 'pause', tool_call_id, patch_ref, kind: type, ttl_seconds, ...grant };
    }
    case 'running':
      return directiveOfCalls({ run, thread, calls });
  }
}

/** The turn's calls first, then those that pause, one at a time in the model's order, then the next turn. */
function directiveOfCalls({ run, calls }: LoadedRun): Directive {
  const toMake = calls.filter((call) => waitsFor(call) === 'execution');
  if (toMake.length > 0) {
    return {
      next: 'execute',
      turn: run.turn_count,
      calls: toMake.map(({ _id, patch_ref, timeout_seconds }) => ({
        tool_call_id: _id,
        patch_ref,
        timeout_seconds,
      })),
    };
  }
  const toHold = calls.find((call) => waitsFor(call) !== undefined);
  if (toHold !== undefined) return { next: 'hold', tool_call_id: toHold._id };
  return { next: 'turn', turn: run.turn_count + 1 };
}
