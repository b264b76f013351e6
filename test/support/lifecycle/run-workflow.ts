import type { Directive, EndDirective, PauseDirective, StepDirective } from '#contract/temporal/directive.ts';
import type { Input } from '#lifecycle/inputs.ts';
import { callModel, endRun, executePatch, holdCall } from './activities.ts';
import { type Actor, Interruption, type Work, type World } from './world.ts';

/** An activity as Temporal sees it through: tried again until it ends or is cancelled. */
interface Activity {
  make: () => Work<Directive>;
  status: 'retrying' | 'running' | 'completed' | 'failed';
  retryAt: number;
  actor?: Actor;
  result?: Directive;
  cancelled: boolean;
}

type Wait = { activities: Activity[] } | { until: () => boolean; deadline?: number };

/** What the workflow of a run does (workflows/run.ts). It lives in Temporal: only an operator ends it from outside. */
export class RunWorkflow {
  alive = true;
  readonly resumed = new Map<string, Directive>();
  turnLockGranted = false;
  /** The outbox entry by which it was let in, as far as it was told. */
  letInBy: number | undefined;
  cancelRequested = false;
  /** A pause that it waits out, by its call. */
  pausedFor: string | undefined;
  waitsForTurnLock = false;
  #waits: Wait = { until: () => true };
  #work: Activity[] = [];
  readonly #world: World;
  readonly #runId: string;
  readonly #life: Generator<Wait, EndDirective, { settled: boolean; choice: number }>;

  constructor(world: World, runId: string) {
    this.#world = world;
    this.#runId = runId;
    this.#life = this.#live();
  }

  get activities(): Activity[] {
    return 'activities' in this.#waits ? this.#waits.activities : [];
  }

  /** When Temporal has something to do for it next, by Temporal's clock; undefined while it waits for a signal. */
  get dueAt(): number | undefined {
    if (!this.alive) return undefined;
    if ('activities' in this.#waits) {
      const { activities } = this.#waits;
      const retries = activities.filter(({ status }) => status === 'retrying').map(({ retryAt }) => retryAt);
      if (retries.length > 0) return Math.min(...retries);
      return activities.every(({ status }) => status === 'completed' || status === 'failed') ? 0 : undefined;
    }
    return this.#waits.until() ? 0 : this.#waits.deadline;
  }

  /** Whether something can be done for it now. */
  get isRunnable(): boolean {
    return this.dueAt !== undefined && this.dueAt <= this.#world.elapsedMs;
  }

  /** A worker does what there is to do: it starts the attempts that are due, or takes the workflow's next step. */
  step(choice: number): void {
    const waits = this.#waits;
    if ('activities' in waits) {
      const due = waits.activities.filter(
        ({ status, retryAt }) => status === 'retrying' && retryAt <= this.#world.elapsedMs,
      );
      if (due.length > 0) {
        for (const activity of due) this.#attempt(activity);
        return;
      }
    }
    const settled = 'activities' in waits || waits.until();
    const next = this.#life.next({ settled, choice });
    if (next.done === true) this.alive = false;
    else this.#waits = next.value;
  }

  /** An operator terminates it. Its activities go on, and nobody hears of them. */
  terminate(): void {
    this.alive = false;
    for (const { actor } of this.activities) if (actor !== undefined) actor.zombie = true;
  }

  letIn(version?: number): void {
    this.turnLockGranted = true;
    this.letInBy = version ?? this.letInBy;
  }

  cancel(): void {
    this.cancelRequested = true;
    for (const activity of this.#work) {
      activity.cancelled = true;
      // An attempt under way is seen through; no other follows.
      if (activity.status === 'retrying') activity.status = 'failed';
    }
  }

  /** The process of an attempt has died, or is not heard of any more: another attempt follows. */
  lose(actor: Actor): void {
    const activity = this.activities.find((each) => each.actor === actor && each.status === 'running');
    if (activity === undefined) return;
    actor.zombie = true;
    this.#retry(activity, 0);
  }

  #attempt(activity: Activity): void {
    activity.status = 'running';
    const actor = this.#world.start('activity', activity.make(), (outcome) => {
      if (actor.zombie || activity.status !== 'running') return;
      if ('result' in outcome) {
        activity.status = 'completed';
        activity.result = outcome.result as Directive;
      } else if (outcome.error instanceof Interruption && outcome.error.retryInMs !== undefined) {
        this.#retry(activity, outcome.error.retryInMs);
      } else activity.status = 'failed';
    });
    activity.actor = actor;
  }

  #retry(activity: Activity, delayMs: number): void {
    activity.status = activity.cancelled ? 'failed' : 'retrying';
    activity.retryAt = this.#world.elapsedMs + delayMs;
  }

  *#live(): Generator<Wait, EndDirective, { settled: boolean; choice: number }> {
    let directive: Directive = { next: 'turn', turn: 1 };
    for (;;) {
      if (this.cancelRequested && directive.next !== 'end') directive = yield* this.#end({ type: 'cancel' });
      switch (directive.next) {
        case 'end':
          this.#grantTurnLock(directive);
          return directive;
        case 'pause':
          directive = yield* this.#pause(directive);
          break;
        case 'turn': {
          this.resumed.clear();
          const { choice } = yield { until: () => true };
          // Continues as new: what was heard is forgotten.
          if (choice % 16 === 15) {
            this.turnLockGranted = false;
            this.letInBy = undefined;
            this.cancelRequested = false;
          }
          directive = yield* this.#step(directive);
          break;
        }
        case 'execute':
        case 'hold':
          directive = yield* this.#step(directive);
          break;
        case 'wait_for_turn_lock':
          throw new Error('waiting for the turn lock is part of a step');
      }
    }
  }

  *#step(wanted: StepDirective): Generator<Wait, Directive, { settled: boolean; choice: number }> {
    let letIn: number | undefined;
    for (;;) {
      this.turnLockGranted = false;
      this.letInBy = undefined;
      const next = yield* this.#attemptStep(wanted, letIn);
      if (next.next !== 'wait_for_turn_lock') return next;
      this.waitsForTurnLock = true;
      yield { until: () => this.turnLockGranted || this.cancelRequested };
      this.waitsForTurnLock = false;
      letIn = this.letInBy;
      if (this.cancelRequested) return yield* this.#end({ type: 'cancel' });
    }
  }

  *#attemptStep(
    wanted: StepDirective,
    letIn: number | undefined,
  ): Generator<Wait, Directive, { settled: boolean; choice: number }> {
    const [world, runId] = [this.#world, this.#runId];
    const makes =
      wanted.next === 'turn'
        ? [() => callModel(world, runId, wanted.turn, letIn)]
        : wanted.next === 'hold'
          ? [() => holdCall(world, runId, wanted.tool_call_id, letIn)]
          : wanted.calls.map(
              ({ tool_call_id }) =>
                () =>
                  executePatch(world, runId, tool_call_id, letIn),
            );
    this.#work = makes.map((make) => this.#activity(make));
    const activities = this.#work;
    yield { activities };
    this.#work = [];
    if (activities.some(({ status }) => status === 'failed')) {
      return yield* this.#end(
        this.cancelRequested
          ? { type: 'cancel' }
          : { type: 'failure', error: 'internal_error', step: wanted },
      );
    }
    const directives = activities.flatMap(({ result }) => (result === undefined ? [] : [result]));
    const next = directives.find((directive) => directive.next !== 'execute') ?? directives[0];
    if (next === undefined) throw new Error('a directive to execute names no call');
    return next;
  }

  *#pause({
    tool_call_id,
    ttl_seconds,
    ...paused
  }: PauseDirective): Generator<Wait, Directive, { settled: boolean; choice: number }> {
    this.#grantTurnLock(paused);
    this.pausedFor = tool_call_id;
    const { settled } = yield {
      until: () => this.resumed.has(tool_call_id) || this.cancelRequested,
      deadline: this.#world.elapsedMs + ttl_seconds * 1000,
    };
    this.pausedFor = undefined;
    const next = this.resumed.get(tool_call_id);
    this.resumed.delete(tool_call_id);
    return next ?? (yield* this.#end(settled ? { type: 'cancel' } : { type: 'expiry', tool_call_id }));
  }

  /** These are tried for as long as it takes. */
  *#end(
    input: Extract<Input, { type: 'cancel' | 'expiry' | 'failure' }>,
  ): Generator<Wait, Directive, { settled: boolean; choice: number }> {
    const activity = this.#activity(() => endRun(this.#world, this.#runId, input));
    yield { activities: [activity] };
    if (activity.result === undefined) throw new Error(`the run could not be ended by ${input.type}`);
    return activity.result;
  }

  #activity(make: () => Work<Directive>): Activity {
    return { make, status: 'retrying', retryAt: this.#world.elapsedMs, cancelled: false };
  }

  #grantTurnLock({
    grant_turn_lock_to,
    grant_version,
  }: Pick<PauseDirective | EndDirective, 'grant_turn_lock_to' | 'grant_version'>): void {
    if (grant_turn_lock_to === undefined) return;
    this.#world.signal(grant_turn_lock_to, (workflow) => workflow.letIn(grant_version));
  }
}
