import type { EndDirective, PauseDirective } from '#contract/temporal/directive.ts';
import type { RunInput } from '#contract/temporal/names.ts';
import type { CallMade, TurnCallMade } from '#contract/temporal/seen-calls.ts';
import type { WorkflowView } from '#contract/temporal/workflow-view.ts';
import type { ToolCallDocument } from '#engine/documents/tool-call.ts';
import { RunLoop } from '#workflows/run/run-loop.ts';
import type { RunActivities, WorkflowContext } from '#workflows/run/workflow-context.ts';
import type { RunLabels } from '#engine/rules/run-labels.ts';
import { Activity, ActivityFailed, type ActivityName, type Outcome } from './activity.ts';
import { short } from './process.ts';
import { type Pending, settled } from './scheduler.ts';
import type { World } from './world.ts';

/** How far visibility lags behind. */
const mostLagMs = 5000;

/** Temporal, as far as the workflows of runs use it. What it has accepted it keeps, unless it is restored. */
export class Temporal {
  readonly workflows = new Map<string, Workflow>();
  /** The grants of the thread lock that workflows were notified of: run and version. */
  readonly grants = new Set<string>();
  readonly #world: World;

  constructor(world: World) {
    this.#world = world;
  }

  start({ run_id, thread_id, agent, seq, workspace_id }: RunLabels): boolean {
    const known = this.workflows.get(run_id);
    if (known !== undefined) return known.isOpen;
    const input = { run_id, thread_id, agent_id: agent.id, seq, workspace_id };
    this.workflows.set(run_id, new Workflow(this.#world, input));
    return true;
  }

  /** Delivers a signal. False if there is no open workflow. */
  signal(runId: string, deliver: (loop: RunLoop) => void): boolean {
    const workflow = this.workflows.get(runId);
    if (workflow?.isOpen !== true) return false;
    workflow.receive(deliver);
    return true;
  }

  grantLock(runId: string, version: number | undefined): boolean {
    const isHeard = this.signal(runId, (loop) => loop.grantLock(version));
    if (isHeard) this.grants.add(`${runId} ${version}`);
    return isHeard;
  }

  /** Has a workflow begin anew whose history has diverged. False if it has not. */
  restart(runId: string): boolean {
    const workflow = this.workflows.get(runId);
    if (workflow?.isOpen !== true || !workflow.isDiverged) return false;
    workflow.forget();
    this.workflows.set(runId, workflow.restarted());
    return true;
  }

  view(runId: string): WorkflowView {
    return this.workflows.get(runId)?.view() ?? { is: 'unknown' };
  }

  open(limit: number, before?: Date): { run_id: string; started_at: Date }[] {
    return [...this.workflows]
      .filter(([, { isOpen, startedAt }]) => isOpen && (before === undefined || startedAt < before))
      .map(([run_id, { startedAt }]) => ({ run_id, started_at: startedAt }))
      .toSorted((one, other) => other.started_at.getTime() - one.started_at.getTime())
      .slice(0, limit);
  }

  endedFromOutside(since: Date, limit: number): { run_id: string; closed_at: Date }[] {
    return [...this.workflows]
      .flatMap(([run_id, { state, closedAt, lagMs }]) => {
        const isSeen =
          state === 'terminated' &&
          closedAt >= since &&
          closedAt.getTime() + lagMs <= this.#world.scheduler.now;
        return isSeen ? [{ run_id, closed_at: closedAt }] : [];
      })
      .toSorted((one, other) => one.closed_at.getTime() - other.closed_at.getTime())
      .slice(0, limit);
  }

  /** A backup: how much of the history of each workflow there is. */
  backup(): TemporalBackup {
    return new Map([...this.workflows].map(([runId, { isOpen, tasks }]) => [runId, { isOpen, tasks }]));
  }

  /**
   * Everything since a backup has never happened for Temporal. What workers do meanwhile nobody waits for.
   * @param diverges whether the history of the next workflow does
   */
  async restore(backup: TemporalBackup, diverges: () => boolean): Promise<void> {
    for (const [runId, workflow] of this.workflows.entries().toArray()) {
      const known = backup.get(runId);
      if (known?.isOpen === false) continue;
      this.lose(runId);
      if (known === undefined) continue;
      const replayed = await workflow.replayed(known.tasks);
      // A worker had it in memory as it was later, and has answered with what it would have done then.
      if (diverges()) replayed.isDiverged = true;
      this.workflows.set(runId, replayed);
    }
  }

  /** Temporal no longer knows of a workflow. */
  lose(runId: string): void {
    this.workflows.get(runId)?.forget();
    this.workflows.delete(runId);
  }
}

export type TemporalBackup = ReadonlyMap<string, { isOpen: boolean; tasks: number }>;

/** Passed on by the loop when it continues as new. */
class ContinuedAsNew extends Error {
  readonly input: RunInput;
  constructor(input: RunInput) {
    super('continues as new');
    this.input = input;
  }
}

/** What a workflow task has brought. It can be brought to the same code again. */
interface WorkflowTask {
  at: number;
  signals: ((loop: RunLoop) => void)[];
  jobs: ((workflow: Workflow) => void)[];
}

/** Something that the code of a workflow has asked for. */
interface Asked {
  ask: () => void;
  settle: (outcome: never) => void;
}

interface Condition {
  isOver: () => boolean;
  settle: (isOver: boolean) => void;
  abort: (error: Error) => void;
}

/**
 * The workflow of a run. Its code runs in workflow tasks: each delivers all that has come since the last one, signals first,
 * and then the code goes on as far as it can.
 */
export class Workflow {
  state: 'open' | 'completed' | 'terminated' = 'open';
  readonly startedAt: Date;
  closedAt = new Date(0);
  lagMs = 0;
  end: EndDirective | undefined;
  pausedFor: Pick<PauseDirective, 'kind' | 'patch_ref' | 'tool_call_id'> | undefined;
  doing = '';
  /** Its history is not what its code has done: no task succeeds any more. */
  isDiverged = false;
  readonly activities = new Set<Activity>();
  /** The calls of which its code was told that they were made, or had to be. */
  readonly seenMade = new Set<string>();
  /** The latest turn of such a call, and the calls that there were up to then. */
  #seenTurn = 0;
  readonly #known = new Set<string>();
  readonly #world: World;
  readonly #firstInput: RunInput;
  readonly #history: WorkflowTask[] = [];
  /** What was asked for and has not come yet, by its number. */
  readonly #asked = new Map<number, Asked>();
  #asks = 0;
  /** The time of what is replayed. */
  #replaysAt: number | undefined;
  #input: RunInput;
  #loop: RunLoop;
  #signals: ((loop: RunLoop) => void)[] = [];
  #jobs: ((workflow: Workflow) => void)[] = [];
  #task: Pending | undefined;
  #conditions = new Set<Condition>();
  #scope: { activities: Activity[]; isCancelled: boolean } | undefined;
  #isCancelled = false;
  #shields = 0;
  /** How much this history may hold before the workflow should continue as new. */
  #events = 0;
  readonly #mostEvents: number;

  constructor(world: World, input: RunInput, earlier?: Workflow) {
    this.#world = world;
    this.#input = input;
    this.#firstInput = input;
    this.startedAt = earlier?.startedAt ?? new Date(world.scheduler.now);
    this.#mostEvents = earlier === undefined ? 4 + Math.floor(world.random() * 40) : earlier.#mostEvents;
    if (earlier !== undefined) this.#replaysAt = this.startedAt.getTime();
    this.#loop = this.#begin();
  }

  /** The same workflow as it was after so many tasks. What it has asked for by then and not got is asked for again. */
  async replayed(tasks: number): Promise<Workflow> {
    const workflow = new Workflow(this.#world, this.#firstInput, this);
    for (const task of this.#history.slice(0, tasks)) {
      workflow.#replaysAt = task.at;
      workflow.#take(task);
      await settled();
    }
    workflow.#replaysAt = undefined;
    for (const { ask } of workflow.#asked.values().toArray()) ask();
    return workflow;
  }

  /** The same workflow from its beginning, with the signals that it has received. */
  restarted(): Workflow {
    const workflow = new Workflow(this.#world, this.#input);
    for (const { signals } of this.#history) for (const deliver of signals) workflow.receive(deliver);
    for (const deliver of this.#signals) workflow.receive(deliver);
    return workflow;
  }

  /** How many tasks there were so far. */
  get tasks(): number {
    return this.#history.length;
  }

  get runId(): string {
    return this.#input.run_id;
  }

  get isOpen(): boolean {
    return this.state === 'open';
  }

  /** Whether it waits for nothing but signals and timers. */
  get isIdle(): boolean {
    return this.isOpen && this.#task === undefined && this.activities.size === 0;
  }

  /** Whether its code waits for a signal or a timer, and has nothing else to do. */
  get waits(): boolean {
    return this.isIdle && this.#conditions.size > 0 && this.#signals.length === 0;
  }

  receive(deliver: (loop: RunLoop) => void): void {
    this.#signals.push(deliver);
    this.#schedule();
  }

  view(): WorkflowView {
    if (!this.isOpen)
      return this.state === 'completed' ? { is: 'closed', completed: true } : { is: 'closed' };
    if (this.isDiverged) return { is: 'diverged', execution: this.runId };
    if (!this.isIdle) return { is: 'working' };
    return this.pausedFor === undefined ? { is: 'waiting' } : { is: 'waiting', paused_for: this.pausedFor };
  }

  /** An operator ends it from outside. Its activities go on, and nobody hears of them. */
  terminate(lag: number): void {
    this.lagMs = lag % mostLagMs;
    this.#close('terminated');
  }

  /** It is lost, and nothing of it ever goes on. */
  forget(): void {
    if (this.isOpen) this.#close('terminated');
  }

  /** An operator cancels it, or Temporal does. */
  cancel(): void {
    this.#add((workflow) => workflow.#beCancelled());
  }

  #beCancelled(): void {
    this.#isCancelled = true;
    for (const condition of this.#conditions) condition.abort(new ActivityFailed('cancelled', true));
    this.#conditions.clear();
    for (const activity of this.#scope?.activities ?? []) activity.cancel();
  }

  get #now(): number {
    return this.#replaysAt ?? this.#world.scheduler.now;
  }

  /** Asks for something outside, whose outcome comes with a later task. */
  #ask<Outcome>(
    order: (arrives: (outcome: Outcome) => void) => void,
    settle: (outcome: Outcome) => void,
  ): void {
    this.#asks += 1;
    const id = this.#asks;
    const ask = () => order((outcome) => this.#add((workflow) => workflow.#arrive(id, outcome)));
    this.#asked.set(id, { ask, settle });
    if (this.#replaysAt === undefined) ask();
  }

  #arrive(id: number, outcome: unknown): void {
    const asked = this.#asked.get(id);
    this.#asked.delete(id);
    asked?.settle(outcome as never);
  }

  #begin(): RunLoop {
    const loop = new RunLoop(this.#context(), this.#input);
    this.#ask<void>(
      (arrives) => arrives(),
      () => {
        loop.run().then(
          (end) => this.#complete(end),
          (error: unknown) => this.#fail(error),
        );
      },
    );
    return loop;
  }

  #complete(end: EndDirective): void {
    this.end = end;
    this.#close('completed');
  }

  #fail(error: unknown): void {
    if (error instanceof ContinuedAsNew) {
      this.#input = error.input;
      this.#conditions.clear();
      this.#scope = undefined;
      this.#events = 0;
      this.#loop = this.#begin();
      this.#world.scheduler.tell(
        undefined,
        undefined,
        `  the workflow of ${short(this.runId)} continues as new`,
      );
    } else if (error instanceof ActivityFailed) this.#close('completed');
    else this.#world.fail(error);
  }

  #close(state: 'completed' | 'terminated'): void {
    this.state = state;
    this.closedAt = new Date(this.#world.scheduler.now);
    this.pausedFor = undefined;
    for (const activity of this.activities) activity.abandon();
    this.activities.clear();
    this.#conditions.clear();
    if (this.#task !== undefined) this.#world.scheduler.drop(this.#task);
    this.#task = undefined;
    this.#world.scheduler.tell(undefined, undefined, `  the workflow of ${short(this.runId)} is ${state}`);
    this.#world.touch(this.runId);
  }

  /** Something has happened that the code waits for. */
  #add(job: (workflow: Workflow) => void): void {
    if (!this.isOpen) return;
    this.#jobs.push(job);
    this.#schedule();
  }

  #schedule(): void {
    const { scheduler } = this.#world;
    this.#task ??= scheduler.add({
      label: `the workflow of ${short(this.runId)} goes on`,
      due: scheduler.elapsedMs,
      happen: () => this.#goOn(),
    });
  }

  #goOn(): void {
    this.#task = undefined;
    if (this.isDiverged) return;
    this.#world.touch(this.runId);
    const [signals, jobs] = [this.#signals.splice(0), this.#jobs.splice(0)];
    this.#take({ at: this.#now, signals, jobs });
  }

  #take(task: WorkflowTask): void {
    this.#history.push(task);
    const { signals, jobs } = task;
    this.#events += signals.length + jobs.length;
    for (const deliver of signals) {
      deliver(this.#loop);
      this.#unblock();
    }
    for (const job of jobs) {
      job(this);
      this.#unblock();
    }
  }

  #unblock(): void {
    for (const condition of this.#conditions) {
      if (!condition.isOver()) continue;
      this.#conditions.delete(condition);
      condition.settle(true);
    }
  }

  #context(): WorkflowContext {
    const { scheduler } = this.#world;
    return {
      now: () => this.#now,
      waitUntil: async (isOver, limitMs) => await this.#waitUntil(isOver, limitMs),
      signalsHandled: async () => {},
      activities: this.#activities(),
      start: (work) => {
        const scope = { activities: [] as Activity[], isCancelled: false };
        this.#scope = scope;
        const result = work().finally(() => {
          if (this.#scope === scope) this.#scope = undefined;
        });
        const cancel = () => {
          scope.isCancelled = true;
          for (const activity of scope.activities) activity.cancel();
        };
        return { result, cancel };
      },
      shielded: async (work) => {
        this.#shields += 1;
        try {
          return await work();
        } finally {
          this.#shields -= 1;
        }
      },
      isCancellation: (error) => error instanceof ActivityFailed && error.cancelled,
      grantLock: async (runId, version) =>
        await new Promise((resolve, reject) => {
          this.#ask<boolean>(
            (arrives) => {
              scheduler.add({
                label: `the workflow of ${short(this.runId)} grants the thread lock to ${short(runId)}`,
                due: scheduler.elapsedMs,
                happen: () => {
                  if (this.isOpen) arrives(this.#world.temporal.grantLock(runId, version));
                },
              });
            },
            (isHeard) => {
              if (isHeard) resolve();
              else reject(new Error('no such workflow'));
            },
          );
        }),
      continueAsNewSuggested: () => this.#events > this.#mostEvents,
      continueAsNew: async (input) => {
        throw new ContinuedAsNew(input);
      },
      display: {
        doing: (what) => {
          this.doing = what;
        },
        waitsFor: ({ kind, patch_ref, tool_call_id }) => {
          this.pausedFor = { kind, patch_ref, tool_call_id };
        },
        waitsNoLonger: () => {
          this.pausedFor = undefined;
        },
      },
      log: { warn: () => {}, error: () => {} },
    };
  }

  async #waitUntil(isOver: () => boolean, limitMs?: number): Promise<boolean> {
    if (this.#isCancelled && this.#shields === 0) throw new ActivityFailed('cancelled', true);
    if (isOver()) return true;
    return await new Promise<boolean>((settle, abort) => {
      const condition = { isOver, settle, abort };
      this.#conditions.add(condition);
      if (limitMs === undefined) return;
      const { scheduler } = this.#world;
      const due = this.#now + limitMs;
      this.#ask<void>(
        (arrives) => {
          scheduler.add({
            label: `a timer of the workflow of ${short(this.runId)} runs out`,
            due: scheduler.elapsedMs + due - scheduler.now,
            happen: () => {
              if (this.#conditions.has(condition)) arrives();
            },
          });
        },
        () => {
          if (this.#conditions.delete(condition)) settle(false);
        },
      );
    });
  }

  #activities(): RunActivities {
    const does = (name: ActivityName) => async (input: RunInput) => await this.#do(name, input);
    return {
      callModel: does('callModel'),
      executePatch: does('executePatch'),
      holdCall: does('holdCall'),
      expirePause: does('expirePause'),
      wakePause: does('wakePause'),
      cancelRun: does('cancelRun'),
      failRun: does('failRun'),
      readNext: does('readNext'),
    };
  }

  async #do(name: ActivityName, input: RunInput): Promise<never> {
    const scope = this.#shields > 0 ? undefined : this.#scope;
    const isCancelled = scope?.isCancelled === true || (this.#isCancelled && this.#shields === 0);
    if (isCancelled) throw new ActivityFailed('cancelled', true);
    return await new Promise<never>((resolve, reject) => {
      let arrives: (outcome: Outcome) => void = () => {};
      const activity = new Activity(this.#world, { name, input, runId: this.runId }, (outcome) => {
        this.activities.delete(activity);
        arrives(outcome);
      });
      this.activities.add(activity);
      scope?.activities.push(activity);
      this.#ask<Outcome>(
        (arrive) => {
          arrives = arrive;
          activity.schedule(0);
        },
        (outcome) => {
          this.activities.delete(activity);
          this.#noteMade(input, outcome);
          if ('result' in outcome) resolve(outcome.result as never);
          else reject(outcome.error);
        },
      );
    });
  }
  #noteMade(input: RunInput & { tool_call_id?: string }, outcome: Outcome): void {
    if (!('result' in outcome)) return;
    const { made, made_call } = outcome.result as CallMade & TurnCallMade;
    if (made === true && input.tool_call_id !== undefined) this.#see(input.tool_call_id);
    if (made_call?.tool_call_id !== undefined) this.#see(made_call.tool_call_id);
    for (const id of outcome.made ?? []) this.#see(id);
  }

  #see(callId: string): void {
    const { calls, callIds } = this.#world.memory.tables;
    const { turn_seq } = calls.get(callId) ?? {};
    this.seenMade.add(callId);
    if (turn_seq === undefined || turn_seq < this.#seenTurn) return;
    this.#seenTurn = turn_seq;
    for (const id of callIds.get(this.runId) ?? []) this.#known.add(id);
  }

  /** Whether a call is of a turn that was taken again: its code was told that calls of that turn, or of a later one, were made. */
  isOfTurnTakenAgain({ _id, turn_seq, revised_from }: ToolCallDocument): boolean {
    if (turn_seq > this.#seenTurn || this.#known.has(_id)) return false;
    // One that takes the place of another is of the same turn.
    const revised = this.#world.memory.tables.calls.get(revised_from ?? '');
    return revised === undefined || this.isOfTurnTakenAgain(revised);
  }
}
