import { workerStopMs } from '../service/service-process.ts';
import type { StackOptions } from './options.ts';
import { type PartName, partNames } from './part-names.ts';
import type { StackPorts } from './ports.ts';
import type { Say } from './say.ts';
import { removeStackFile, type StackFile, writeStackFile } from './stack-file.ts';
import { type Part, type PartProcess, supervise, type SupervisedPart } from './supervise.ts';

/** A stop that takes longer says what it waits for. */
const silentStopMs = 2000;

type Facts = Omit<StackFile, 'pids'>;

/** One run of the stack: its parts, its files, and its end. */
export class StackRun {
  readonly options: StackOptions;
  readonly ports: StackPorts;
  readonly say: Say;
  readonly #parts = new Map<PartName, SupervisedPart>();
  #facts: Facts | undefined;

  constructor(settled: { options: StackOptions; ports: StackPorts; say: Say }) {
    this.options = settled.options;
    this.ports = settled.ports;
    this.say = settled.say;
  }

  /** Starts a part and keeps it running. */
  async keepRunning<Process extends PartProcess>(
    part: Part<Process>,
    signal: AbortSignal,
  ): Promise<SupervisedPart<Process>> {
    const onRestart = (): void => this.#write();
    const supervised = await supervise(part, { say: this.say, onRestart, signal });
    this.#parts.set(part.name, supervised);
    return supervised;
  }

  /** Writes stack.json, now and whenever a part gets another pid. */
  announce(facts: Facts): void {
    this.#facts = facts;
    this.#write();
  }

  /** Stops all parts, users of others first, and removes the files that describe a running stack. */
  async stop(): Promise<void> {
    removeStackFile(this.options.devDir);
    this.#facts = undefined;
    for (const name of partNames) {
      const part = this.#parts.get(name);
      if (part === undefined) continue;
      const waiting = setTimeout(() => this.say(name, waitsFor(name, this.options.env)), silentStopMs);
      await part.stop().finally(() => clearTimeout(waiting));
      this.say(name, 'stopped');
    }
  }

  /** Kills all parts at once. */
  kill(): void {
    for (const { current } of this.#parts.values()) current.signal('SIGKILL');
  }

  #write(): void {
    if (this.#facts === undefined) return;
    const pids = Object.fromEntries([...this.#parts].map(([name, { current }]) => [name, current.pid]));
    writeStackFile(this.options.devDir, { ...this.#facts, pids: { temporal: null, mongodb: null, ...pids } });
  }
}

function waitsFor(name: PartName, env: NodeJS.ProcessEnv): string {
  const kill = 'once more to kill everything at once';
  if (name !== 'worker' && name !== 'service') return `still stopping; ${kill}`;
  const seconds = workerStopMs(env) / 1000;
  return `waits until the hosts that it has called have answered, for at most ${seconds} s; ${kill}`;
}
