import { type Command } from './command.ts';
import { type ServerErrorName } from './server-error.ts';

/** The effect of a fault on a command. */
export type Effect =
  /** The server seems to answer with an error, with these in turn: it never has the command, or has done it. */
  | { errors: readonly ServerErrorName[]; applied?: boolean }
  /** The connection breaks: before the server has the command, or when it has done it. */
  | { lost: 'command' | 'reply' };

/** The same for one command. */
export type Struck = { error: ServerErrorName; applied: boolean } | { lost: 'command' | 'reply' };

export interface Fault {
  /** Which commands it strikes. */
  strikes: (command: Command) => boolean;
  effect: Effect;
  /** The fault strikes the first of every so many. Default: 1. */
  every?: number;
  /** So many are struck instead of the first one. Default: 1. */
  inRow?: number;
  /** At most so many are struck. Default: any number. */
  times?: number;
}

/** A fault that lasts until it is lifted. */
export interface InjectedFault {
  /** How many commands it has struck. */
  readonly struck: number;
  lift(): void;
}

/** The faults of a proxy. */
export class Faults {
  readonly #injected = new Set<{ fault: Fault; seen: number; struck: number }>();

  inject(fault: Fault): InjectedFault {
    const injected = { fault, seen: 0, struck: 0 };
    this.#injected.add(injected);
    return {
      get struck() {
        return injected.struck;
      },
      lift: () => void this.#injected.delete(injected),
    };
  }

  /** The effect on a command; undefined when it passes. */
  strike(command: Command): Struck | undefined {
    for (const injected of this.#injected) {
      const { strikes, effect, every = 1, inRow = 1, times = Number.POSITIVE_INFINITY } = injected.fault;
      if (!strikes(command) || injected.struck >= times) continue;
      injected.seen += 1;
      if ((injected.seen - 1) % every >= inRow) continue;
      injected.struck += 1;
      if ('lost' in effect) return effect;
      const error = effect.errors[(injected.struck - 1) % effect.errors.length] as ServerErrorName;
      return { error, applied: effect.applied === true };
    }
    return undefined;
  }
}
