import { signalNames } from '#contract/temporal/names.ts';
import { createRevisions, type Revisions } from '#engine/judging/judge-revision.ts';
import { createEngine, type Engine } from '#engine/steps/engine.ts';
import type { RecentRuns } from '#engine/steps/recent-runs.ts';
import type { Clock } from '#engine/ports/clock.ts';
import type { RunWorkflows } from '#engine/ports/run-workflows.ts';
import { acceptingPorts } from './accepting.ts';
import type { Chance } from './chance.ts';
import { agent, callsOf } from './hosts.ts';
import { judgingPorts } from './judging.ts';
import { modelOf } from './models.ts';
import { sealed } from './payments.ts';
import type { Owner, Pending } from './scheduler.ts';
import { Outage, type Request, storePorts } from './store/store-ports.ts';
import type { World } from './world.ts';

/** Short, so that approvals lapse now and then. */
export const approvalValidMs = 30_000;
/** How long a process that is stopping gives its steps at most. */
const stopMs = 20_000;
/** How long a request that its sender has given up on can still be on its way. */
const latestMs = 3000;

/** The fate of a request, apart from its effect. */
type Fault = 'none' | 'refused' | 'unanswered' | 'late';

const faultsOfReads: Fault[] = ['refused'];
const faultsOfWrites: Fault[] = ['refused', 'unanswered', 'unanswered', 'late'];
const faultsOfTemporal: Fault[] = ['refused', 'unanswered', 'late'];

/** A process of the service with its engine: the API, or a worker. All that it asks of others is pending in the scheduler. */
export class ServiceProcess implements Owner {
  state: Owner['state'] = 'alive';
  /** How far its clock is ahead. */
  skewMs = 0;
  /** How often it was frozen. */
  freezes = 0;
  readonly stopping = new AbortController();
  /** That it is at. One that ends or dies is removed: its signals would keep the whole sequence in memory. */
  readonly steps = new Set<{ cancel: () => void }>();
  readonly engine: Engine;
  /** Judges the corrections of held calls. */
  readonly revisions: Revisions;
  readonly name: string;
  readonly #world: World;

  constructor(world: World, name: string, recentRuns?: RecentRuns) {
    this.#world = world;
    this.name = name;
    const { memory, scheduler } = world;
    const nothing = () => {};
    const tell = (fields: object, message: string) => {
      if (scheduler.story === undefined) return;
      const { err } = fields as { err?: unknown };
      scheduler.tell(
        name,
        scheduler.task,
        `logs: ${message}${err instanceof Error ? ` (${err.message})` : ''}`,
      );
    };
    const ports = storePorts(memory, this.#toStore, () => world.credits);
    const { store } = ports;
    this.engine = createEngine(
      {
        ...ports,
        store: {
          ...store,
          markSending: async (call, mark) => {
            const marked = await store.markSending(call, mark);
            if (marked !== null) world.freezes.hearMark(scheduler.task, marked);
            return marked;
          },
        },
        agents: {
          get: async () => ({
            ...agent,
            ...(world.hasReplySchema ? { reply_schema: { type: 'object' } } : {}),
            limits: { ...agent.limits, pause_ttl_seconds: world.pauseTtlSeconds },
          }),
        },
        freezes: world.freezes.ports(this.#toStore, this),
        ...acceptingPorts(world, this),
        ...judgingPorts(world, this, this.#toStore),
        calls: callsOf(world, this),
        models: { get: () => modelOf(world, this) },
        prices: { fast: price, standard: price, deep: price, scripted: price },
        workflows: this.#workflows(),
        replies: { begin: () => ({ add: nothing, finish: nothing, stop: nothing }) },
        clock: this.#clock(),
        seal: sealed,
        seals: [sealed],
        log: { info: tell, warn: tell, error: tell },
        approvalValidMs,
        reconcileMs: 60_000,
      },
      recentRuns && { recentRuns },
    );
    this.revisions = createRevisions(this.engine);
  }

  get now(): Date {
    return new Date(this.#world.scheduler.now + this.skewMs);
  }

  /** None of its work ever continues. Its sent requests may still arrive. */
  die(chance: Chance): void {
    this.state = 'dead';
    this.steps.clear();
    for (const pending of this.#world.scheduler.of(this)) this.#leave(pending, chance, latestMs);
  }

  /** None of its work continues for now. Its sent requests may arrive meanwhile. */
  freeze(chance: Chance): void {
    this.state = 'frozen';
    this.freezes += 1;
    for (const pending of this.#world.scheduler.of(this)) this.#leave(pending, chance, 0);
  }

  thaw(): void {
    if (this.state === 'frozen') this.state = 'alive';
  }

  /** It begins no further work, and ends when what it does is over. Its steps have some time left. */
  stop(chance: Chance): void {
    const { scheduler } = this.#world;
    this.engine.sentCalls.stop();
    scheduler.add({
      owner: this,
      label: 'gives its steps no more time',
      due: scheduler.elapsedMs + chance.below(stopMs),
      happen: () => {
        this.stopping.abort();
        for (const step of this.steps) step.cancel();
      },
    });
  }

  /** Has the process learn something: at once, or some time later. */
  hear(label: string, chance: Chance, what: () => void): void {
    if (this.state === 'dead') return;
    const { scheduler } = this.#world;
    if (this.state === 'alive' && (this.#world.isCalm || !chance.oneIn(6))) what();
    else scheduler.add({ owner: this, label: `hears: ${label}`, due: scheduler.elapsedMs, happen: what });
  }

  /** Sends a request, which takes effect some time later. */
  async send<Result>(
    label: string,
    effect: (chance: Chance) => Result,
    faultOf: (chance: Chance) => Fault,
  ): Promise<Result> {
    const { scheduler } = this.#world;
    return await new Promise<Result>((resolve, reject) => {
      const outage = (what: Fault) => {
        scheduler.tell(undefined, undefined, `  ${what}`);
        reject(new Outage(`${label}: ${what}`));
      };
      const happen = (chance: Chance) => {
        const fault = this.#world.isCalm ? 'none' : faultOf(chance);
        if (fault === 'refused' || fault === 'late') {
          this.hear(label, chance, () => outage(fault));
          if (fault === 'refused') return;
          const due = scheduler.elapsedMs + chance.below(latestMs);
          scheduler.add({ label: `${label}, late`, due, happen: (later) => void outcomeOf(effect, later) });
          return;
        }
        const outcome = outcomeOf(effect, chance);
        this.hear(label, chance, () => {
          if (fault === 'unanswered') outage(fault);
          else if ('result' in outcome) resolve(outcome.result);
          else reject(outcome.error);
        });
      };
      this.#pend({ label, leaves: true, happen });
    });
  }

  #toStore: Request = async (label, effect, { writes = false } = {}) => {
    const { memory } = this.#world;
    const { tables } = memory;
    // A request to a store that is restored meanwhile does not arrive.
    const happen = () => {
      if (memory.tables !== tables) throw new Outage('the store was restored');
      return effect();
    };
    return await this.send(label, happen, (chance) => {
      const faults = writes ? faultsOfWrites : faultsOfReads;
      return faults[chance.below(100)] ?? 'none';
    });
  };

  #toTemporal = async <Result>(label: string, effect: (chance: Chance) => Result) =>
    await this.send(label, effect, (chance) => {
      return faultsOfTemporal[chance.below(24)] ?? 'none';
    });

  #workflows(): RunWorkflows {
    const { temporal, isCalm } = { temporal: () => this.#world.temporal, isCalm: () => this.#world.isCalm };
    const signal = async (what: string, runId: string, deliver: () => boolean) =>
      await this.#toTemporal(`signals ${what} to ${short(runId)}`, (chance) => {
        if (!isCalm() && chance.oneIn(16))
          this.#world.later(`${what} once more`, chance.below(10_000), deliver);
        return deliver();
      });
    return {
      start: async (labels) =>
        await this.#toTemporal(`starts the workflow of ${short(labels.run_id)}`, () =>
          temporal().start(labels),
        ),
      resume: async (id, input) =>
        await signal('resumed', id, () => temporal().signal(id, signalNames.resumed, input)),
      cancel: async (id) =>
        await signal('cancel', id, () => temporal().signal(id, signalNames.cancelRequested)),
      grantLock: async (id, version) =>
        await signal('granted the thread lock', id, () => temporal().grantLock(id, version)),
      lookAgain: async (id) =>
        await signal('look again', id, () => temporal().signal(id, signalNames.lookAgain)),
      restart: async (id) =>
        await this.#toTemporal(`restarts the workflow of ${short(id)}`, () => temporal().restart(id)),
      view: async (id) =>
        await this.#toTemporal(`looks at the workflow of ${short(id)}`, () => temporal().view(id)),
      open: async (limit, before) =>
        await this.#toTemporal('lists open workflows', () => temporal().open(limit, before)),
      endedFromOutside: async (since, limit) =>
        await this.#toTemporal('lists ended workflows', () => temporal().endedFromOutside(since, limit)),
    };
  }

  #clock(): Clock {
    const { scheduler, newId, random } = this.#world;
    return {
      now: () => this.now,
      storeNow: () => this.now,
      newId,
      random,
      sleep: async (ms, signal) =>
        await new Promise<void>((resolve) => {
          const pending = this.#pend({ label: 'has slept', happen: () => resolve() }, ms);
          signal?.addEventListener('abort', () => {
            scheduler.drop(pending);
            resolve();
          });
        }),
      timeout: (ms) => {
        const controller = new AbortController();
        const error = () => new DOMException('the time is over', 'TimeoutError');
        this.#pend(
          { label: 'a time limit is reached', limit: true, happen: () => controller.abort(error()) },
          ms,
        );
        return controller.signal;
      },
    };
  }

  #pend(pending: Omit<Pending, 'owner' | 'task' | 'due'>, ms = 0): Pending {
    const { scheduler } = this.#world;
    return scheduler.add({ ...pending, owner: this, task: scheduler.task, due: scheduler.elapsedMs + ms });
  }

  #leave(pending: Pending, chance: Chance, withinMs: number): void {
    const { scheduler } = this.#world;
    if (pending.leaves !== true || chance.oneIn(2)) {
      if (this.state === 'dead') scheduler.drop(pending);
      return;
    }
    pending.owner = undefined;
    pending.due = scheduler.elapsedMs + (withinMs === 0 ? 0 : chance.below(withinMs));
  }
}

/** Credits for a thousand tokens. */
const price = { input: 0.001, output: 0.001 };

function outcomeOf<Result>(
  effect: (chance: Chance) => Result,
  chance: Chance,
): { result: Result } | { error: unknown } {
  try {
    return { result: effect(chance) };
  } catch (error) {
    return { error };
  }
}

/** The end of an id, for stories. */
export function short(id: string): string {
  return id.slice(-4).replace(/^0+/, '#');
}
