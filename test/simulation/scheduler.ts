import { AsyncLocalStorage } from 'node:async_hooks';
import type { Chance } from './chance.ts';

/** When simulations begin. */
const beginning = Date.parse('2026-01-02T03:04:05.000Z');

/** The process behind an event: its events wait while it is frozen, and never happen once it is dead. */
export interface Owner {
  readonly name: string;
  state: 'alive' | 'frozen' | 'dead';
}

/** A piece of work within a process: an attempt at an activity, a request, a sweep. */
export interface Task {
  readonly name: string;
  over: boolean;
  /** It overtakes all others. */
  hurries?: true;
}

/** Something that can happen next. */
export interface Pending {
  /** In whose process it happens; none if it happens outside, such as in the store or in Temporal. */
  owner?: Owner | undefined;
  task?: Task | undefined;
  label: string;
  /** From when on it can happen, in virtual milliseconds. */
  due: number;
  /** A request that leaves its process: it can happen although its process is frozen or dead. */
  leaves?: boolean;
  /** A time limit, for which nobody waits. It is dropped with its task. */
  limit?: boolean;
  /** Lets the awaited event happen at once. */
  happen: (chance: Chance) => void | Promise<void>;
}

const tasks = new AsyncLocalStorage<Task>();

/**
 * Owns the order of everything. Whatever processes, the store, Temporal, models and hosts do is pending here until it is
 * chosen to happen: one at a time, and then all code that can run does so before the next one is chosen. Time is virtual.
 */
export class Scheduler {
  /** Milliseconds since the beginning. */
  elapsedMs = 0;
  /** How much has happened. */
  happened = 0;
  #pending: Pending[] = [];
  /** The recorded events, if requested. */
  readonly story: string[] | undefined;

  constructor(options: { tells?: boolean } = {}) {
    this.story = options.tells === true ? [] : undefined;
  }

  get now(): number {
    return beginning + this.elapsedMs;
  }

  add(pending: Pending): Pending {
    this.#pending.push(pending);
    return pending;
  }

  drop(pending: Pending): void {
    const at = this.#pending.indexOf(pending);
    if (at >= 0) this.#pending.splice(at, 1);
  }

  of(owner: Owner): Pending[] {
    return this.#pending.filter((pending) => pending.owner === owner);
  }

  has(isMeant: (pending: Pending) => boolean): boolean {
    return this.#pending.some(isMeant);
  }

  /** Begins a piece of work. */
  begin(name: string, work: () => Promise<unknown>): Task {
    const task: Task = { name, over: false };
    const end = () => {
      task.over = true;
      this.#pending = this.#pending.filter((pending) => pending.limit !== true || pending.task !== task);
    };
    tasks.run(task, () => {
      work().then(end, end);
    });
    return task;
  }

  get task(): Task | undefined {
    return tasks.getStore();
  }

  /** Events that can happen now. */
  runnable(): Pending[] {
    const { elapsedMs } = this;
    return this.#pending.filter(
      ({ due, owner }) => due <= elapsedMs && (owner === undefined || owner.state === 'alive'),
    );
  }

  /** Urgent events that can happen now: actions of a quick person. */
  hurried(): Pending[] {
    return this.runnable().filter(({ task }) => task?.hurries === true);
  }

  /** Lets something happen, and then all that follows from it at once. */
  async happen(pending: Pending, chance: Chance): Promise<void> {
    this.drop(pending);
    this.happened += 1;
    this.tell(pending.owner?.name, pending.task, pending.label);
    await pending.happen(chance);
    await settled();
  }

  /** Lets time pass until an event can happen. Returns false if none will within the given time. */
  jump(until = Number.MAX_VALUE): boolean {
    let next = Infinity;
    for (const { due, owner, limit } of this.#pending) {
      if (limit !== true && due < next && (owner === undefined || owner.state === 'alive')) next = due;
    }
    if (next > until) return false;
    this.elapsedMs = Math.max(this.elapsedMs, next);
    return true;
  }

  tell(who: string | undefined, task: Task | undefined, what: string): void {
    if (this.story === undefined) return;
    const where = [who, task?.name].filter((each) => each !== undefined).join(', ');
    this.story.push(
      `${(this.elapsedMs / 1000).toFixed(3).padStart(9)}  ${where === '' ? '' : `${where}: `}${what}`,
    );
  }
}

/** Resolves when everybody has done what they can do now: Node runs the next tick after all microtasks. */
export async function settled(): Promise<void> {
  await new Promise<void>((resolve) => {
    const look = () => {
      // Long computations let others go first, by an immediate.
      if (process.getActiveResourcesInfo().includes('Immediate')) setImmediate(lookNext);
      else resolve();
    };
    const lookNext = () => process.nextTick(look);
    lookNext();
  });
}
