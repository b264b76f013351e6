import { type Command } from './command.ts';
import { type ServerErrorName } from './server-error.ts';

/** What happens to a command in place of its going through. */
export type Effect =
  /** The server never has it, and seems to answer with this error. */
  | { error: ServerErrorName; applied?: false }
  /** The server does it, and seems to answer with this error. */
  | { error: ServerErrorName; applied: true }
  /** The connection breaks: before the server has the command, or when it has done it. */
  | { lost: 'command' | 'reply' };

export interface Fault {
  /** Which commands it strikes. */
  strikes: (command: Command) => boolean;
  effect: Effect;
  /** Every so many of them is struck, beginning with the first. Default: 1. */
  every?: number;
  /** At most so many are struck. Default: any number. */
  times?: number;
}

/** A fault that goes on until it is lifted. */
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

  /** What happens to a command; undefined when it goes through. */
  strike(command: Command): Effect | undefined {
    for (const injected of this.#injected) {
      const { strikes, effect, every = 1, times = Number.POSITIVE_INFINITY } = injected.fault;
      if (!strikes(command) || injected.struck >= times) continue;
      injected.seen += 1;
      if ((injected.seen - 1) % every !== 0) continue;
      injected.struck += 1;
      return effect;
    }
    return undefined;
  }
}
