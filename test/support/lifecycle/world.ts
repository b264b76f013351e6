import type { Directive } from '#contract/temporal/directive.ts';
import { ServiceError } from '#contract/errors.ts';
import { advance } from '#lifecycle/advance.ts';
import type { Input } from '#lifecycle/inputs.ts';
import type { Outcome, Surroundings } from '#lifecycle/stored.ts';
import type { CallResolution } from '#lifecycle/resolve-call.ts';
import type { LoadedRun, RunDocument } from '#store/documents/run.ts';
import { isOfOneMoment } from '#store/runs/one-moment.ts';
import type { ToolCallDocument } from '#store/documents/tool-call.ts';
import { now, thread } from './documents.ts';
import { MemoryStore, StaleWrite } from './memory-store.ts';
import type { RunWorkflow } from './run-workflow.ts';

/** Work of a process. It halts wherever others may come first: before each read, write and call. Resumed with a choice. */
export type Work<Result> = Generator<void, Result, number>;

/** A piece of work under way: its process can die or freeze at every halt. */
export interface Actor {
  work: Work<unknown>;
  started: boolean;
  /** Told when the work is over; not when its process died. */
  done: (outcome: { result: unknown } | { error: unknown }) => void;
  /** The process was given up by Temporal, or lives without anybody who waits for it. */
  zombie: boolean;
  /** What the actor is, for messages. */
  name: string;
}

/** A read of a store that is one service's, and everything else that the rules of a run have around them. */
export class World {
  readonly store = new MemoryStore(
    thread({ last_seq: 0, last_event_seq: 0, message_count: 0, active_runs: [] }),
  );
  readonly workflows = new Map<string, RunWorkflow>();
  actors: Actor[] = [];
  /** Runs whose workflow was ended from outside, for the sweep to find. */
  readonly ended = new Set<string>();
  /** Every attempt at a call, and what came of it if anything did. */
  readonly attempts = new Map<string, (CallResolution | undefined)[]>();
  /** What happened, for repetition. */
  readonly inputs: { run_id: string; input: Input }[] = [];
  /** How often a decision was accepted, by call. */
  readonly decided = new Map<string, number>();
  /** Runs whose end was asked for, and accepted. */
  readonly cancelled = new Set<string>();
  /** Which run was first in line, and in what state each was, when the store was last checked. */
  lastFirst: string | undefined;
  readonly lastStates = new Map<string, string>();
  /** Temporal's clock: it never steps back. */
  elapsedMs = 0;
  /** Up to which of its writes the store was checked. */
  checked = 0;
  /** By how much the processes' clock is ahead of it. */
  skewMs = 0;
  #ids = 0;
  readonly #newWorkflow: (world: World, runId: string) => RunWorkflow;

  /** @param newWorkflow makes what Temporal runs for a run */
  constructor(newWorkflow: (world: World, runId: string) => RunWorkflow) {
    this.#newWorkflow = newWorkflow;
  }

  newId = (): string => `id-${String((this.#ids += 1)).padStart(6, '0')}`;

  get now(): Date {
    return new Date(now.getTime() + this.elapsedMs + this.skewMs);
  }

  get surroundings(): Surroundings {
    return { now: this.now, newId: this.newId };
  }

  start(name: string, work: Work<unknown>, done: Actor['done'] = () => {}): Actor {
    const actor = { work, started: false, done, zombie: false, name };
    this.actors.push(actor);
    return actor;
  }

  /** Lets an actor go on to its next halt. */
  step(actor: Actor, choice: number): void {
    try {
      const next = actor.work.next(choice);
      actor.started = true;
      if (next.done !== true) return;
      this.stop(actor);
      actor.done({ result: next.value });
    } catch (error) {
      this.stop(actor);
      actor.done({ error });
      if (!(error instanceof ServiceError || error instanceof Interruption)) throw error;
    }
  }

  /** Its process dies. */
  stop(actor: Actor): void {
    this.actors = this.actors.filter((each) => each !== actor);
  }

  // What Temporal does. Each is false when there is no workflow that could hear it.

  startWorkflow(run: RunDocument): boolean {
    const workflow = this.workflows.get(run._id);
    if (workflow !== undefined) return workflow.alive;
    this.workflows.set(run._id, this.#newWorkflow(this, run._id));
    return true;
  }

  signal(runId: string, deliver: (workflow: RunWorkflow) => void): boolean {
    const workflow = this.workflows.get(runId);
    if (workflow === undefined || !workflow.alive) return false;
    deliver(workflow);
    return true;
  }
}

/** An activity ends without a result. */
export class Interruption extends Error {
  /** After how long Temporal tries again; undefined: not at all. */
  readonly retryInMs: number | undefined;
  constructor(retryInMs: number | undefined) {
    super('interrupted');
    this.retryInMs = retryInMs;
  }
}

/** Reads run, thread and calls side by side, as store/runs/runs.ts does: others may write in between. */
export function* load(world: World, runId: string): Work<LoadedRun> {
  const { store } = world;
  for (let reads = 1; ; reads += 1) {
    const known = store.run(runId).turn_count;
    const early = store.callsOf(runId, known);
    const [firstRun, firstThread] = [store.run(runId), store.thread];
    const choice = yield;
    // Either the calls or the run and its thread were read first.
    const callsFirst = choice % 2 === 0;
    const run = callsFirst ? store.run(runId) : firstRun;
    const { thread: lastThread } = store;
    const thread = callsFirst ? lastThread : firstThread;
    const calls = run.turn_count === known && callsFirst ? early : store.callsOf(runId, run.turn_count);
    const loaded = { run, thread, calls };
    if (isOfOneMoment(loaded) || reads === 10) return loaded;
  }
}

const fromClients = new Set<Input['type']>(['answer', 'decision', 'outcome']);

/** As loom/apply-input.ts: loads, asks the rules and stores; where another write came first, loads and asks again. */
export function* applyInput(world: World, run_id: string, input: Input, known?: LoadedRun): Work<Outcome> {
  const { store } = world;
  let loaded = known;
  for (;;) {
    const stored = loaded ?? (yield* load(world, run_id));
    let call: ToolCallDocument | undefined;
    if (fromClients.has(input.type) && 'tool_call_id' in input) {
      const { tool_call_id } = input;
      const find = () => store.callsOf(run_id).find(({ _id }) => _id === tool_call_id);
      yield;
      call = find();
    }
    const outcome = advance(stored, input, world.surroundings, call);
    if (outcome.outcome !== 'changed') return outcome;
    yield;
    try {
      store.write(outcome.changes);
      noteInput(world, run_id, input);
      return outcome;
    } catch (error) {
      if (!(error instanceof StaleWrite)) throw error;
    }
    loaded = undefined;
  }
}

function noteInput(world: World, run_id: string, input: Input): void {
  world.inputs.push({ run_id, input });
  if (input.type === 'cancel_requested') world.cancelled.add(run_id);
  if (input.type === 'decision') {
    world.decided.set(input.tool_call_id, (world.decided.get(input.tool_call_id) ?? 0) + 1);
  }
}

/** As activities/apply.ts. */
export function* apply(world: World, loaded: LoadedRun, input: Input): Work<Directive> {
  const outcome = yield* applyInput(world, loaded.run._id, input, loaded);
  if (outcome.outcome === 'too_early') throw comeAgain(world, outcome.until);
  return outcome.directive;
}

/** Tries again when the time of a call is over. */
export function comeAgain(world: World, until: Date): Interruption {
  return new Interruption(Math.max(1, until.getTime() - world.now.getTime() + 1000));
}
