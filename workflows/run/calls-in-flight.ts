import { CancellationScope, condition, isCancellation, log } from '@temporalio/workflow';
import type { Directive, PendingCall } from '#contract/temporal/directive.ts';
import type { RunInput } from '#contract/temporal/names.ts';
import type { FollowedCalls } from './followed-calls.ts';
import type { RunActivities } from './run-activities.ts';

/** More would let one run take the slots of its workspace, and flood its host. */
const mostSideBySide = 16;

/** Calls of one turn. */
export interface CallsToMake {
  turn: number;
  calls: PendingCall[];
}

/** A call that is being made. */
interface Making {
  next: Promise<Directive>;
  scope: CancellationScope;
}

/**
 * The calls that a workflow is having made, concurrently, at most 16 at a time, and each by one activity at a time: a call that was
 * approved while others were held may still be on its way when the workflow is directed to make all calls of the turn.
 */
export class CallsInFlight {
  readonly #activities: Pick<RunActivities, 'executePatch'>;
  readonly #input: RunInput;
  readonly #followed: FollowedCalls;
  readonly #making = new Map<string, Making>();
  /** Directives of calls that nobody awaited. */
  readonly #news: Directive[] = [];
  /** Calls whose activities have failed for good. */
  readonly #failed = new Set<string>();
  #started = 0;

  constructor(activities: Pick<RunActivities, 'executePatch'>, input: RunInput, followed: FollowedCalls) {
    this.#activities = activities;
    this.#input = input;
    this.#followed = followed;
  }

  /** Whether no call is being made. */
  get areNone(): boolean {
    return this.#making.size === 0;
  }

  /** Whether a call is being made. */
  has({ tool_call_id }: Pick<PendingCall, 'tool_call_id'>): boolean {
    return this.#making.has(tool_call_id);
  }

  /** Whether {@link takeNews} has anything. */
  get haveNews(): boolean {
    return this.#news.length > 0;
  }

  /** The next step after each call that was started with {@link start} and has ended since. */
  takeNews(): Directive[] {
    return this.#news.splice(0);
  }

  /**
   * Has calls made that are not on their way, and awaits none of them.
   * @param options.areCurrent whether the store said so just now. What was said before may be about a call that was made since
   */
  start({ turn, calls }: CallsToMake, { areCurrent }: { areCurrent: boolean }): void {
    this.#followed.follow({ next: 'execute', turn, calls });
    for (const call of calls) {
      const id = call.tool_call_id;
      if (this.#making.has(id)) continue;
      const isKnown = this.#failed.has(id) || this.#followed.madeBefore(turn, id) !== undefined;
      if (isKnown && !areCurrent) continue;
      this.#failed.delete(id);
      void this.#note(id, this.make(turn, call));
    }
  }

  /**
   * Has a call made, unless it is on its way already.
   * @param grant_version the outbox entry that has granted the thread lock
   * @returns what comes next, as far as the call is concerned
   */
  async make(turn: number, call: PendingCall, grant_version?: number): Promise<Directive> {
    const { tool_call_id } = call;
    const known = this.#making.get(tool_call_id);
    if (known !== undefined) return await known.next;
    const scope = new CancellationScope();
    const next = scope.run(async () => await this.#make(turn, call, grant_version));
    this.#making.set(tool_call_id, { next, scope });
    try {
      return await next;
    } finally {
      this.#making.delete(tool_call_id);
    }
  }

  /** A cancellation was requested: an attempt is completed, and no other one follows. */
  cancel(): void {
    for (const { scope } of this.#making.values()) scope.cancel();
  }

  async #make(
    turn: number,
    { tool_call_id, patch_ref }: PendingCall,
    grant_version: number | undefined,
  ): Promise<Directive> {
    // Several may wake up at once, of which the first takes the place.
    while (this.#started >= mostSideBySide) await condition(() => this.#started < mostSideBySide);
    this.#started += 1;
    try {
      const made_before = this.#followed.madeBefore(turn, tool_call_id);
      const { made, ...next } = await this.#activities.executePatch(
        {
          ...this.#input,
          ...(grant_version === undefined ? {} : { grant_version }),
          turn,
          tool_call_id,
          ...(made_before === undefined ? {} : { made_before }),
        },
        patch_ref,
      );
      if (made === true) this.#followed.noteMade(turn, tool_call_id);
      return next;
    } finally {
      this.#started -= 1;
    }
  }

  async #note(callId: string, next: Promise<Directive>): Promise<void> {
    try {
      this.#news.push(await next);
    } catch (error) {
      if (isCancellation(error)) return;
      // The run waits for others, so it does not fail. The call is tried once more when the store names it again.
      this.#failed.add(callId);
      log.error('a call failed for good', { run_id: this.#input.run_id, tool_call_id: callId, error });
    }
  }
}
