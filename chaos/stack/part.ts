import { setTimeout as sleep } from 'node:timers/promises';
import type { StartedProcess } from '#dev/processes/start-process.ts';
import type { FaultWindow, PartName } from '../faults/fault.ts';

export interface PartOptions {
  name: PartName;
  /** Starts it, on the same port and data every time, and resolves when it answers. */
  start(): Promise<StartedProcess>;
  /** Gets every fault, its own and those that were made, when it begins. */
  onFault(window: FaultWindow): void;
  say(line: string): void;
}

/** A start that fails, because what it needs is out of order as well, is tried again after this long. */
const startAgainMs = 500;

/** A process that is killed, frozen and started again. */
export class Part {
  readonly name: PartName;
  readonly #options: PartOptions;
  #process: StartedProcess | undefined;
  #out = false;
  #stopping = false;

  constructor(options: PartOptions) {
    this.name = options.name;
    this.#options = options;
  }

  /** Whether it works, as far as we know. */
  get isUp(): boolean {
    return !this.#out && this.#process !== undefined;
  }

  /** Starts it for the first time. Throws when it cannot be. */
  async start(): Promise<void> {
    this.#watch(await this.#options.start());
  }

  /** Ends it as a crash would, and has it back after some time. Resolves when it answers again. */
  async kill(forMs: number): Promise<void> {
    await this.#whileOut({ part: this.name, kind: 'kill', from: Date.now() }, async (running) => {
      running.signal('SIGKILL');
      await running.exited;
      await sleep(forMs);
      await this.#startAgain();
    });
  }

  /** Stops its threads for some time. It does not know: what it had begun, it goes on with. */
  async freeze(forMs: number): Promise<void> {
    await this.#whileOut({ part: this.name, kind: 'freeze', from: Date.now() }, async (running) => {
      running.signal('SIGSTOP');
      await sleep(forMs);
      running.signal('SIGCONT');
    });
  }

  /** Stops it for good. */
  async stop(): Promise<void> {
    this.#stopping = true;
    if (this.#process === undefined) return;
    // One that is frozen would not hear that it is to stop.
    this.#process.signal('SIGCONT');
    await this.#process.stop();
  }

  async #whileOut(window: FaultWindow, work: (running: StartedProcess) => Promise<void>): Promise<void> {
    const running = this.#process;
    if (this.#out || running === undefined) throw new Error(`${this.name} is out of order already`);
    this.#out = true;
    this.#options.onFault(window);
    try {
      await work(running);
    } finally {
      window.until = Date.now();
      this.#out = false;
    }
  }

  async #startAgain(): Promise<void> {
    while (!this.#stopping) {
      try {
        this.#watch(await this.#options.start());
        return;
      } catch (error) {
        this.#options.say(`${this.name}: ${(error as Error).message}`);
        await sleep(startAgainMs);
      }
    }
  }

  #watch(started: StartedProcess): void {
    this.#process = started;
    void this.#makeUpForDeath(started);
  }

  /** Starts it again when it ends though nobody killed it, and has that told as a fault. */
  async #makeUpForDeath(started: StartedProcess): Promise<void> {
    const how = await started.exited;
    if (this.#out || this.#stopping || this.#process !== started) return;
    await this.#whileOut({ part: this.name, kind: 'ended by itself', from: Date.now(), how }, async () => {
      this.#options.say(`${this.name} ended by itself: ${how}`);
      await this.#startAgain();
    });
  }
}
