import {
  defineSearchAttributeKey,
  SearchAttributeType,
  type TypedSearchAttributes,
} from '@temporalio/common';
import { must } from './violation.ts';
import { tsToMs } from '@temporalio/common/lib/time.js';
import { defined } from '#contract/defined.ts';
import { pauseKinds } from '#contract/run-state.ts';
import type { EndDirective } from '#contract/temporal/directive.ts';
import {
  type RunInput,
  runIdOf,
  runWorkflowId,
  searchAttributes,
  signalNames,
} from '#contract/temporal/names.ts';
import type { CallMade, TurnCallMade } from '#contract/temporal/seen-calls.ts';
import type { WorkflowPause, WorkflowView } from '#contract/temporal/workflow-view.ts';
import type { ToolCallDocument } from '#engine/documents/tool-call.ts';
import {
  activityFailure,
  type Command,
  fromPayload,
  type Job,
  toPayload,
  WorkflowExecution,
} from '../support/workflow/workflow-execution.ts';
import { run } from '#workflows/run/run.ts';
import type { RunLabels } from '#engine/rules/run-labels.ts';
import { Activity, type ActivityName, type Outcome } from './activity.ts';
import { short } from './process.ts';
import type { Pending } from './scheduler.ts';
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
  signal(runId: string, name: string, ...args: unknown[]): boolean {
    const workflow = this.workflows.get(runId);
    if (workflow?.isOpen !== true) return false;
    workflow.receive(name, ...args);
    return true;
  }

  grantLock(runId: string, version: number | undefined): boolean {
    const args = version === undefined ? [] : [version];
    const isHeard = this.signal(runId, signalNames.lockGranted, ...args);
    if (isHeard) this.grants.add(`${runId} ${version}`);
    return isHeard;
  }

  /** Restarts a workflow whose history has diverged. False if it has not. */
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

/** The jobs of a workflow task. They can be delivered to the same code again. */
interface WorkflowTask {
  at: number;
  signals: Signal[];
  jobs: ArrivedJob[];
}

interface Signal {
  name: string;
  args: readonly unknown[];
}

/** A job for one of the executions of a workflow. One that has continued as new since does not get it. */
interface ArrivedJob {
  execution: number;
  job: Job;
  /** The activity whose outcome it is. */
  made?: { input: RunInput; outcome: Outcome };
}

/** Something that the code has asked for by a command, with its sequence number: an activity, a timer, a signal to another workflow. */
interface Asked {
  ask: () => void;
  cancel?: () => void;
  /** The code gets it. */
  arrive?: () => void;
}

/** The code of a workflow. */
type Code = ConstructorParameters<typeof WorkflowExecution>[0];

/** How a workflow is created: as it was in an earlier history, or with other code than that of a run. */
interface WorkflowOptions {
  earlier?: Workflow;
  code?: Code;
}

/**
 * The workflow of a run. Its code runs on the SDK in workflow tasks: each delivers all jobs since the last one, signals
 * first, and then the code continues as far as it can.
 */
export class Workflow {
  state: 'open' | 'completed' | 'terminated' = 'open';
  readonly startedAt: Date;
  closedAt = new Date(0);
  lagMs = 0;
  end: (Pick<EndDirective, 'state'> & { reason?: string }) | undefined;
  /** Its history is not what its code has done: no task succeeds any more. */
  isDiverged = false;
  readonly activities = new Set<Activity>();
  /** The calls that its code has seen made. */
  readonly seenMade = new Set<string>();
  /** The latest turn of such a call, and the calls that there were up to then. */
  #seenTurn = 0;
  readonly #known = new Set<string>();
  readonly #world: World;
  readonly #code: Code;
  readonly #firstInput: RunInput;
  readonly #history: WorkflowTask[] = [];
  /** Pending commands, by kind and sequence number. */
  readonly #asked = new Map<string, Asked>();
  /** The time of what is replayed. */
  #replaysAt: number | undefined;
  #input: RunInput;
  #execution: WorkflowExecution;
  /** Counts the executions. */
  #executions = 1;
  #signals: Signal[] = [];
  #jobs: ArrivedJob[] = [];
  #task: Pending | undefined;
  /** How much this history may hold before the workflow should continue as new. */
  #events = 0;
  readonly #mostEvents: number;

  /** @param code the code of the workflow. Default: that of a run */
  constructor(world: World, input: RunInput, { earlier, code = run }: WorkflowOptions = {}) {
    this.#world = world;
    this.#code = code;
    this.#input = input;
    this.#firstInput = input;
    this.startedAt = earlier?.startedAt ?? new Date(world.scheduler.now);
    this.#mostEvents = earlier === undefined ? 4 + Math.floor(world.random() * 40) : earlier.#mostEvents;
    this.#execution = new WorkflowExecution(code, runWorkflowId(input.run_id), input);
    if (earlier === undefined) this.#schedule();
  }

  /** The same workflow as it was after so many tasks. Its pending commands are issued again. */
  async replayed(tasks: number): Promise<Workflow> {
    const workflow = new Workflow(this.#world, this.#firstInput, { earlier: this, code: this.#code });
    for (const task of this.#history.slice(0, tasks)) {
      workflow.#replaysAt = task.at;
      await workflow.#take(task);
    }
    workflow.#replaysAt = undefined;
    if (!workflow.#execution.isStarted) workflow.#schedule();
    for (const { ask } of workflow.#asked.values().toArray()) ask();
    return workflow;
  }

  /** The same workflow from its beginning, with the signals that it has received. */
  restarted(): Workflow {
    const workflow = new Workflow(this.#world, this.#input, { code: this.#code });
    for (const { signals } of this.#history)
      for (const { name, args } of signals) workflow.receive(name, ...args);
    for (const { name, args } of this.#signals) workflow.receive(name, ...args);
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
    return this.isIdle && this.#execution.waits && this.#signals.length === 0;
  }

  /** Its current details, as operators see them. */
  get doing(): string {
    return this.#execution.currentDetails;
  }

  /** The pause in its search attributes. */
  get pausedFor(): WorkflowPause | undefined {
    return this.isOpen ? pauseOf(this.#execution.searchAttributes) : undefined;
  }

  receive(name: string, ...args: unknown[]): void {
    this.#signals.push({ name, args });
    this.#schedule();
  }

  view(): WorkflowView {
    if (!this.isOpen)
      return this.state === 'completed' ? { is: 'closed', completed: true } : { is: 'closed' };
    if (this.isDiverged) return { is: 'diverged', execution: this.runId };
    if (!this.isIdle) return { is: 'working' };
    const { pausedFor } = this;
    return pausedFor === undefined ? { is: 'waiting' } : { is: 'waiting', paused_for: pausedFor };
  }

  /** An operator terminates it. Its activities continue, and their results are dropped. */
  terminate(lag: number): void {
    this.lagMs = lag % mostLagMs;
    this.#close('terminated');
  }

  /** It is lost, and none of its work ever continues. */
  forget(): void {
    if (this.isOpen) this.#close('terminated');
  }

  /** An operator cancels it, or Temporal does. */
  cancel(): void {
    this.#add({ cancelWorkflow: {} });
  }

  get #now(): number {
    return this.#replaysAt ?? this.#world.scheduler.now;
  }

  #close(state: 'completed' | 'terminated'): void {
    this.state = state;
    this.closedAt = new Date(this.#world.scheduler.now);
    for (const activity of this.activities) activity.abandon();
    this.activities.clear();
    this.#forgetAsked();
    if (this.#task !== undefined) this.#world.scheduler.drop(this.#task);
    this.#task = undefined;
    this.#world.scheduler.tell(undefined, undefined, `  the workflow of ${short(this.runId)} is ${state}`);
    this.#world.touch(this.runId);
  }

  /** Something has happened that the code waits for. */
  #add(job: Job, execution = this.#executions, made?: ArrivedJob['made']): void {
    if (!this.isOpen || execution !== this.#executions) return;
    this.#jobs.push({ execution, job, ...defined({ made }) });
    this.#schedule();
  }

  #schedule(): void {
    const { scheduler } = this.#world;
    this.#task ??= scheduler.add({
      label: `the workflow of ${short(this.runId)} goes on`,
      due: scheduler.elapsedMs,
      happen: async () => await this.#goOn(),
    });
  }

  async #goOn(): Promise<void> {
    this.#task = undefined;
    if (this.isDiverged) return;
    this.#world.touch(this.runId);
    const [signals, jobs] = [this.#signals.splice(0), this.#jobs.splice(0)];
    await this.#take({ at: this.#now, signals, jobs });
  }

  async #take(task: WorkflowTask): Promise<void> {
    this.#history.push(task);
    const jobs = task.jobs.filter(({ execution }) => execution === this.#executions);
    this.#events += task.signals.length + jobs.length;
    for (const { job, made } of jobs) {
      this.#asked.get(keyOf(job))?.arrive?.();
      this.#asked.delete(keyOf(job));
      if (made !== undefined) this.#noteMade(made.input, made.outcome);
    }
    const signals = task.signals.map(({ name, args }) => ({
      signalWorkflow: { signalName: name, input: args.map(toPayload) },
    }));
    try {
      const commands = await this.#execution.activate([...signals, ...jobs.map(({ job }) => job)], {
        now: task.at,
        continueAsNewSuggested: this.#events > this.#mostEvents,
      });
      for (const command of commands) this.#follow(command);
    } catch (error) {
      this.#world.fail(error);
    }
  }

  /** Does what a command of the code asks for, as the server does. */
  #follow(command: Command): void {
    const {
      scheduleActivity,
      requestCancelActivity,
      startTimer,
      cancelTimer,
      signalExternalWorkflowExecution: signal,
      continueAsNewWorkflowExecution: continued,
      completeWorkflowExecution: completed,
      failWorkflowExecution: failed,
      cancelWorkflowExecution: cancelled,
    } = command;
    if (scheduleActivity) this.#scheduleActivity(scheduleActivity);
    if (requestCancelActivity) this.#asked.get(`activity ${requestCancelActivity.seq}`)?.cancel?.();
    if (startTimer) this.#startTimer(startTimer);
    if (cancelTimer) {
      this.#asked.get(`timer ${cancelTimer.seq}`)?.cancel?.();
      this.#asked.delete(`timer ${cancelTimer.seq}`);
    }
    if (signal) this.#signalOther(signal);
    if (continued) this.#continueAsNew(fromPayload<RunInput>(continued.arguments?.[0]));
    if (completed) this.#complete(fromPayload<EndDirective>(completed.result));
    if (cancelled) this.#complete({ state: 'closed', reason: 'cancelled' });
    if (failed) {
      const isOfRun =
        failed.failure?.applicationFailureInfo !== null &&
        failed.failure?.applicationFailureInfo !== undefined;
      this.#complete(isOfRun ? { state: 'failed' } : undefined);
    }
  }

  #complete(end: Workflow['end']): void {
    this.end = end;
    this.#close('completed');
  }

  #continueAsNew(input: RunInput = this.#input): void {
    this.#input = input;
    this.#forgetAsked();
    this.#events = 0;
    this.#executions += 1;
    const { searchAttributes } = this.#execution;
    this.#execution = new WorkflowExecution(this.#code, runWorkflowId(this.runId), input, searchAttributes);
    if (this.#replaysAt === undefined) this.#schedule();
    this.#world.scheduler.tell(
      undefined,
      undefined,
      `  the workflow of ${short(this.runId)} continues as new`,
    );
  }

  #forgetAsked(): void {
    for (const { cancel } of this.#asked.values().toArray()) cancel?.();
    this.#asked.clear();
  }

  #ask(key: string, asked: Asked): void {
    this.#asked.set(key, asked);
    if (this.#replaysAt === undefined) asked.ask();
  }

  #startTimer({ seq, startToFireTimeout }: NonNullable<Command['startTimer']>): void {
    const { scheduler } = this.#world;
    const execution = this.#executions;
    const due = this.#now + tsToMs(startToFireTimeout);
    let pending: Pending | undefined;
    this.#ask(`timer ${seq}`, {
      ask: () => {
        pending = scheduler.add({
          label: `a timer of the workflow of ${short(this.runId)} runs out`,
          due: scheduler.elapsedMs + due - scheduler.now,
          happen: () => this.#add({ fireTimer: { seq: seq ?? 0 } }, execution),
        });
      },
      cancel: () => {
        if (pending !== undefined) scheduler.drop(pending);
      },
    });
  }

  #signalOther({
    seq,
    signalName,
    args,
    workflowExecution,
  }: NonNullable<Command['signalExternalWorkflowExecution']>) {
    const { scheduler, temporal } = this.#world;
    const runId = runIdOf(workflowExecution?.workflowId ?? '') ?? '';
    const execution = this.#executions;
    this.#ask(`signal ${seq}`, {
      ask: () => {
        scheduler.add({
          label: `the workflow of ${short(this.runId)} grants the thread lock to ${short(runId)}`,
          due: scheduler.elapsedMs,
          happen: () => {
            if (!this.isOpen) return;
            if (signalName !== signalNames.lockGranted) throw new Error(`${signalName} is no grant`);
            const isReceived = temporal.grantLock(runId, fromPayload<number>(args?.[0]));
            const failure = { message: 'no such workflow', applicationFailureInfo: {} };
            const resolved = { seq: seq ?? 0, ...(isReceived ? {} : { failure }) };
            this.#add({ resolveSignalExternalWorkflow: resolved }, execution);
          },
        });
      },
    });
  }

  #scheduleActivity({ seq, activityType, arguments: args }: NonNullable<Command['scheduleActivity']>): void {
    const name = activityType as ActivityName;
    const input = fromPayload<RunInput>(args?.[0]);
    if (input === undefined) throw new Error(`${name} has no input`);
    const execution = this.#executions;
    const { tool_call_id } = input as { tool_call_id?: string };
    const isUnderWay = [...this.activities].some(
      (each) => name === 'executePatch' && each.name === name && each.callId === tool_call_id,
    );
    this.#world.check(() => must(!isUnderWay, 'a call is made by one activity at a time', { tool_call_id }));
    const activity = new Activity(this.#world, { name, input, runId: this.runId }, (outcome) => {
      this.activities.delete(activity);
      const resolved =
        'result' in outcome
          ? { result: { completed: { result: toPayload(outcome.result) } } }
          : activityFailure(name, outcome.error.message, outcome.error.cancelled);
      this.#add({ resolveActivity: { ...resolved, seq: seq ?? 0 } }, execution, { input, outcome });
    });
    this.activities.add(activity);
    this.#ask(`activity ${seq}`, {
      ask: () => activity.schedule(0),
      cancel: () => activity.cancel(),
      arrive: () => this.activities.delete(activity),
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

  /**
   * Whether a call belongs to a turn that was taken again: its code has seen calls of that turn, or of a later one,
   * made.
   */
  isOfTurnTakenAgain({ _id, turn_seq, revised_from }: ToolCallDocument): boolean {
    if (turn_seq > this.#seenTurn || this.#known.has(_id)) return false;
    // One that takes the place of another is of the same turn.
    const revised = this.#world.memory.tables.calls.get(revised_from ?? '');
    return revised === undefined || this.isOfTurnTakenAgain(revised);
  }
}

/** The key of the command that a job resolves. */
function keyOf({ fireTimer, resolveActivity, resolveSignalExternalWorkflow: signal }: Job): string {
  if (fireTimer) return `timer ${fireTimer.seq}`;
  if (resolveActivity) return `activity ${resolveActivity.seq}`;
  return `signal ${signal?.seq}`;
}

const keyword = (name: string) => defineSearchAttributeKey(name, SearchAttributeType.KEYWORD);
const waitsForKey = keyword(searchAttributes.waitsFor);
const pendingPatchKey = keyword(searchAttributes.pendingPatch);
const pendingCallKey = keyword(searchAttributes.pendingCall);

function pauseOf(attributes: TypedSearchAttributes): WorkflowPause | undefined {
  const kind = pauseKinds.find((each) => each === attributes.get(waitsForKey));
  const [patch_ref, tool_call_id] = [attributes.get(pendingPatchKey), attributes.get(pendingCallKey)];
  if (kind === undefined || patch_ref === undefined || tool_call_id === undefined) return undefined;
  return { kind, patch_ref, tool_call_id };
}
