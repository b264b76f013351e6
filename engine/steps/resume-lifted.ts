import { defined } from '#contract/defined.ts';
import type { FrozenRun } from '../documents/freeze.ts';
import type { CorePorts } from '../ports/engine-ports.ts';
import type { Freezes } from '../ports/freezes.ts';
import { frozenCalls } from '../rules/freezes/lift-freeze.ts';
import { targetsOf } from '../rules/freezes/targets.ts';
import type { LiftedCall } from '../rules/inputs.ts';
import { type Applying, applyInput } from './apply-input.ts';
import { loadRun } from './load-run.ts';
import type { Outbox } from './outbox.ts';

/** Thousands of runs may wait for one freeze: they continue side by side, but not all at once. */
const concurrency = 8;
/** This many failures in a row are an outage. */
const mostFailures = 2 * concurrency;

/** The dependencies of resuming runs. */
export type Lifting = Applying &
  Pick<CorePorts, 'log'> & { freezes: Freezes; outbox: Pick<Outbox, 'notifySoon'> };

/** How many runs are resumed, and for how long. */
export interface LiftingLimits {
  /** The most runs. */
  limit: number;
  isOver: () => boolean;
  /** Only those of one workspace. Default: of all. */
  of?: { workspace_id: string };
}

/**
 * Has calls made whose freeze was lifted (freeze.lifted), unless another one covers them. They are found by what is stored, so it does not
 * matter who does this, how often, and whether somebody has died in between: the sweep does it for those that are left.
 * @returns how many runs continue, or are held back by another freeze
 */
export async function resumeLifted(engine: Lifting, { limit, isOver, of }: LiftingLimits): Promise<number> {
  const next = (await engine.freezes.waiting(limit, of))[Symbol.iterator]();
  let [resumed, failedInRow] = [0, 0];
  const lane = async () => {
    for (const run of next) {
      if (isOver() || failedInRow >= mostFailures) return;
      try {
        if (await resume(engine, run)) resumed += 1;
        failedInRow = 0;
      } catch (error) {
        failedInRow += 1;
        engine.log.error(
          { run_id: run.run_id, err: error },
          'a run could not go on after a freeze was lifted',
        );
      }
    }
  };
  await Promise.all(Array.from({ length: concurrency }, lane));
  return resumed;
}

async function resume(engine: Lifting, { run_id, thread_id, lifted }: FrozenRun): Promise<boolean> {
  const { freezes, outbox, store } = engine;
  const known = await store.findRun(run_id);
  if (known === null) return false;
  const { turn_count, workspace_id } = known;
  const loaded = await loadRun(store, { run_id, thread_id, turn_count }, known);
  if (loaded === null) return false;
  const calls = await Promise.all(
    frozenCalls(loaded).map(async (call): Promise<LiftedCall[]> => {
      const { _id: tool_call_id, frozen, connection } = call;
      const lift = lifted.find(({ freeze_id }) => freeze_id === frozen.freeze_id);
      if (lift === undefined) return [];
      const other = await freezes.covering(workspace_id, targetsOf(loaded.run, call, connection?.id));
      return [{ ...lift, tool_call_id, ...defined({ frozen: other }) }];
    }),
  );
  const input = { type: 'freeze_lifted', lifted: calls.flat() } as const;
  const applied = await applyInput(engine, { run_id, thread_id, turn_count }, input, loaded);
  if (applied.outcome !== 'changed') return false;
  await outbox.notifySoon(applied.after.run, applied.after);
  return true;
}
