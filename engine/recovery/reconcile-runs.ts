import type { RotationDocument } from '../documents/rotation.ts';
import type { CorePorts, EnginePorts } from '../ports/engine-ports.ts';
import type { OpenWorkspace } from '../ports/open-runs.ts';
import type { Disagreement } from '../rules/compare-workflow.ts';
import { compareEndedRun, compareRun } from './compare-run.ts';
import type { EndingOrphans } from './end-orphan.ts';

/** How many open runs are compared in one sweep, and as many open workflows. */
const runsInAll = 200;
/** How many of one workspace are compared before the next one has its turn. */
const runsAtOnce = 20;
/** How many workflows are looked at concurrently. */
const concurrency = 8;
/** It ends after this many failures in a row, because Temporal or MongoDB is away. */
const mostFailures = 3 * concurrency;
/** The rotation of the open workflows, beside those of the workspaces. */
const workflowsRotation = 'workflows';

/** The dependencies of comparing runs with their workflows. */
export type Reconciling = EndingOrphans &
  Pick<CorePorts, 'log'> &
  Pick<EnginePorts, 'openRuns' | 'reconcileMs'>;

export interface Reconciled {
  /** How many open runs and open workflows were compared, and for how many that failed. */
  compared: number;
  failed: number;
  /** Repairs, by kind of disagreement. */
  done: Partial<Record<Disagreement, number>>;
}

/**
 * Compares open runs with their workflows, some at a time, and has those that disagree agree again
 * (invariant.stores-agree-again). Nothing is lost as long as both stores keep what they have accepted; this makes up for
 * one that was restored to an earlier time or has lost its data, and for workflows that were ended while nobody looked.
 * It depends neither on visibility nor on clocks: each run's workflow is looked at itself, in rounds through all open
 * runs of each workspace. The open workflows that visibility lists are compared too, because a restored workflow can
 * wait for a run that has ended.
 * @param isOver whether the time for it is over
 */
export async function reconcileRuns(engine: Reconciling, isOver: () => boolean): Promise<Reconciled> {
  const visit = new Visit(engine, isOver);
  await visit.compareRuns();
  await visit.compareWorkflows();
  return visit.result();
}

/** One visit of everything that is due, as far as the time allows. */
class Visit {
  readonly #engine: Reconciling;
  readonly #isOver: () => boolean;
  #compared = 0;
  #failed = 0;
  #failedInRow = 0;
  readonly #done: Partial<Record<Disagreement, number>> = {};

  constructor(engine: Reconciling, isOver: () => boolean) {
    this.#engine = engine;
    this.#isOver = isOver;
  }

  result(): Reconciled {
    const [compared, failed, done] = [this.#compared, this.#failed, this.#done];
    if (Object.keys(done).length > 0) {
      this.#engine.log.warn({ compared, failed, ...done }, 'runs and their workflows disagreed');
    }
    return { compared, failed, done };
  }

  /** A few runs of each workspace in turn, starting with the one that was looked at longest ago. */
  async compareRuns(): Promise<void> {
    const { openRuns } = this.#engine;
    const line = (await openRuns.findRotations())
      .filter(({ rotation }) => this.#isDue(rotation))
      .toSorted(byAge);
    const kept = new Map<string, RotationDocument>();
    let left = runsInAll;
    for (const { workspace_id, rotation } of line) {
      if (left <= 0 || this.#isBrokenOff()) break;
      const after = (kept.get(workspace_id) ?? rotation)?.after;
      const limit = Math.min(runsAtOnce, left);
      const runs = await openRuns.next({ workspace_id, after, limit });
      await this.#each(runs, async (run) => await compareRun(this.#engine, run));
      if (this.#isBrokenOff()) break;
      // A workspace without open runs was worth a look, too.
      left -= Math.max(1, runs.length);
      const next: RotationDocument = {
        _id: workspace_id,
        ...placeAfter(runs, limit),
        looked_at: this.#now(),
      };
      kept.set(workspace_id, next);
      if (next.after !== undefined) line.push({ workspace_id, rotation: next });
    }
    await openRuns.keepRotations([...kept.values()]);
  }

  /** Workflows that wait although their run has ended, or is not in the store. */
  async compareWorkflows(): Promise<void> {
    const { openRuns, workflows } = this.#engine;
    const rotation = (await openRuns.findRotation(workflowsRotation)) ?? undefined;
    if (this.#isBrokenOff() || !this.#isDue(rotation)) return;
    const before = rotation?.after === undefined ? undefined : new Date(rotation.after);
    const open = await workflows.open(runsInAll, before);
    const ids = await openRuns.notAmong(open.map(({ run_id }) => run_id));
    await this.#each(
      ids.map((_id) => ({ _id })),
      async ({ _id }) => await compareEndedRun(this.#engine, _id),
    );
    if (this.#isBrokenOff()) return;
    const after = open.length < runsInAll ? {} : { after: open.at(-1)?.started_at.toISOString() ?? '' };
    await openRuns.keepRotations([{ _id: workflowsRotation, ...after, looked_at: this.#now() }]);
  }

  /**
   * A round that is under way continues at once, and the next one begins some time later. The clocks of workers differ:
   * a time in the future is as old as one in the past.
   */
  #isDue(rotation: RotationDocument | undefined): boolean {
    if (rotation === undefined || rotation.after !== undefined) return true;
    return Math.abs(this.#now().getTime() - rotation.looked_at.getTime()) >= this.#engine.reconcileMs;
  }

  #now(): Date {
    return this.#engine.clock.now();
  }

  #isBrokenOff(): boolean {
    return this.#failedInRow >= mostFailures || this.#isOver();
  }

  async #each<Item extends { _id: string }>(
    items: Item[],
    work: (item: Item) => Promise<Disagreement | undefined>,
  ): Promise<void> {
    const next = items[Symbol.iterator]();
    const lane = async () => {
      for (const item of next) {
        if (this.#isBrokenOff()) return;
        try {
          const settled = await work(item);
          if (settled !== undefined) this.#done[settled] = (this.#done[settled] ?? 0) + 1;
          this.#compared += 1;
          this.#failedInRow = 0;
        } catch (error) {
          this.#failed += 1;
          this.#failedInRow += 1;
          const { log } = this.#engine;
          log.error({ run_id: item._id, err: error }, 'a run could not be compared with its workflow');
        }
      }
    };
    await Promise.all(Array.from({ length: concurrency }, lane));
  }
}

function byAge({ rotation: one }: OpenWorkspace, { rotation: other }: OpenWorkspace) {
  return (one?.looked_at.getTime() ?? 0) - (other?.looked_at.getTime() ?? 0);
}

/** The place after these runs; none if there are no more. */
function placeAfter(runs: { _id: string }[], limit: number): Pick<RotationDocument, 'after'> {
  const last = runs.at(-1);
  return runs.length < limit || last === undefined ? {} : { after: last._id };
}
