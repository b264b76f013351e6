import { ApplicationFailure } from '@temporalio/activity';

/** The part of an activity's input that says for which workspace it works. */
interface OfWorkspace {
  workspace_id: string;
}

/**
 * Limits how many of a worker's slots one workspace holds at a time. Temporal's fairness keys order the tasks that wait
 * for a slot, but do not limit those that hold one: without this, the slow hosts of one workspace could hold all of
 * them.
 *
 * The limit is a share of what the other workspaces leave. A workspace that is alone holds `perWorkspace` of `total`, the
 * next one the same fraction of the rest, so several workspaces whose hosts hang still leave slots for others.
 */
export class WorkspaceShare {
  readonly #total: number;
  readonly #share: number;
  readonly #held = new Map<string, number>();
  #heldInAll = 0;

  constructor({ total, perWorkspace }: { total: number; perWorkspace: number }) {
    this.#total = total;
    this.#share = perWorkspace / total;
  }

  /**
   * Wraps an activity so that it gives its slot back if its workspace already holds its share. Temporal then retries it
   * according to the activity's retry policy, at most 30 seconds later, on any worker.
   * @returns the activity, which throws an ApplicationFailure `workspace_share` when it gives its slot back
   */
  bound<Dependencies, Input extends OfWorkspace, Result>(
    work: (deps: Dependencies, input: Input) => Promise<Result>,
  ): (deps: Dependencies, input: Input) => Promise<Result> {
    return async (deps, input) => {
      const { workspace_id } = input;
      const giveBack = this.take(workspace_id);
      if (giveBack === undefined) throw shareHeld();
      try {
        return await work(deps, input);
      } finally {
        giveBack();
      }
    };
  }

  /** Takes a slot. Returns what gives it back, to be called once; undefined if the workspace already holds its share. */
  take(workspaceId: string): (() => void) | undefined {
    const held = this.#held.get(workspaceId) ?? 0;
    const leftByOthers = this.#total - (this.#heldInAll - held);
    if (held >= Math.ceil(leftByOthers * this.#share)) return undefined;
    this.#held.set(workspaceId, held + 1);
    this.#heldInAll += 1;
    return () => this.#giveBack(workspaceId);
  }

  #giveBack(workspaceId: string): void {
    this.#heldInAll -= 1;
    const held = (this.#held.get(workspaceId) ?? 1) - 1;
    if (held === 0) this.#held.delete(workspaceId);
    else this.#held.set(workspaceId, held);
  }
}

function shareHeld(): ApplicationFailure {
  return ApplicationFailure.create({
    message: 'the workspace holds its share of the slots of this worker',
    type: 'workspace_share',
  });
}
