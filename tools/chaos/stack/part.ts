import { cp, rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { StartedProcess } from '#tools/dev/processes/start-process.ts';
import type { FaultWindow, PartName } from '../faults/fault.ts';

export interface PartOptions {
  name: PartName;
  /** Starts it, on the same port and data each time, and resolves when it responds. */
  start(): Promise<StartedProcess>;
  /** Receives every fault, whether caused or not, when it begins. */
  onFault(window: FaultWindow): void;
  say(line: string): void;
  /** The directory of its data, of which a copy is kept when it is killed. Without one, it cannot be restored. */
  dataDir?: string;
}

/** A start that fails because its servers are down too is repeated after this time. */
const startAgainMs = 500;

/** A process that is killed, frozen, stopped and started again. */
export class Part {
  readonly name: PartName;
  readonly #options: PartOptions;
  #process: StartedProcess | undefined;
  #out = false;
  #stopping = false;
  #hasCopy = false;

  constructor(options: PartOptions) {
    this.name = options.name;
    this.#options = options;
  }

  /** Whether it works, as far as is known. */
  get isUp(): boolean {
    return !this.#out && this.#process !== undefined;
  }

  /** Starts it for the first time. Throws if it cannot be started. */
  async start(): Promise<void> {
    this.#watch(await this.#options.start());
  }

  /** Ends it like a crash, and restarts it after some time. Resolves when it responds again. */
  async kill(forMs: number): Promise<void> {
    await this.#killFor('kill', forMs, async () => await this.#keepCopy());
  }

  /** Does the same, but with the data as they were when it was killed before. The first time, nothing is lost. */
  async restore(forMs: number): Promise<void> {
    const { dataDir } = this.#options;
    if (dataDir === undefined || !this.#hasCopy) return await this.kill(forMs);
    await this.#killFor('restore', forMs, async () => {
      await rm(dataDir, { recursive: true });
      await cp(copyOf(dataDir), dataDir, { recursive: true });
    });
  }

  /** Stops it, and restarts it some time after it has ended. Resolves when it responds again. */
  async restart(forMs: number): Promise<void> {
    const window: FaultWindow = { part: this.name, kind: 'restart', from: Date.now() };
    await this.#whileOut(window, async (running) => {
      running.signal('SIGTERM');
      window.how = await running.exited;
      await sleep(forMs);
      await this.#startAgain();
    });
  }

  /** Suspends it for some time. It does not notice, and continues what it had started. */
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
    // A frozen process would not receive the signal to stop.
    this.#process.signal('SIGCONT');
    await this.#process.stop();
  }

  async #killFor(kind: 'kill' | 'restore', forMs: number, whileDown: () => Promise<void>): Promise<void> {
    await this.#whileOut({ part: this.name, kind, from: Date.now() }, async (running) => {
      running.signal('SIGKILL');
      await running.exited;
      await whileDown();
      await sleep(forMs);
      await this.#startAgain();
    });
  }

  async #keepCopy(): Promise<void> {
    const { dataDir } = this.#options;
    if (dataDir === undefined) return;
    await rm(copyOf(dataDir), { recursive: true, force: true });
    await cp(dataDir, copyOf(dataDir), { recursive: true });
    this.#hasCopy = true;
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

  /** Restarts it if it ends without having been killed, and reports that as a fault. */
  async #makeUpForDeath(started: StartedProcess): Promise<void> {
    const how = await started.exited;
    if (this.#out || this.#stopping || this.#process !== started) return;
    await this.#whileOut({ part: this.name, kind: 'ended by itself', from: Date.now(), how }, async () => {
      this.#options.say(`${this.name} ended by itself: ${how}`);
      await this.#startAgain();
    });
  }
}

function copyOf(dataDir: string): string {
  return `${dataDir}-copy`;
}
