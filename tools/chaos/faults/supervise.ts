import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../random.ts';
import type { Fault, Layout, PartName } from './fault.ts';
import { pauseBeforeFault, planFaults, planLastFaults } from './plan-faults.ts';

const whatIsDone = {
  kill: 'kill -9',
  restore: 'kill -9 and restore an earlier copy of',
  freeze: 'freeze',
  restart: 'stop, and start again,',
} as const;

/** A part as faults know it: each kind of fault is a method, which resolves when the part works again. */
type FaultyPart = Record<Fault['kind'], (forMs: number) => Promise<void>> & {
  readonly name: PartName;
  readonly isUp: boolean;
};

/**
 * Causes faults, one after the other and concurrently, until it is stopped. Then, once everything is back, it kills
 * processes of the service together, and resolves when they are back too.
 */
export async function makeFaults(
  parts: ReadonlyMap<PartName, FaultyPart>,
  random: Random,
  { layout, signal, say }: { layout: Layout; signal: AbortSignal; say: (line: string) => void },
): Promise<void> {
  const underWay = new Set<Promise<void>>();
  const make = async ({ part: name, kind, forMs }: Fault): Promise<void> => {
    const part = parts.get(name);
    if (part === undefined || !part.isUp) return;
    say(`${whatIsDone[kind]} ${name} for ${forMs} ms`);
    await part[kind](forMs);
  };
  const begin = (faults: Fault[]): void => {
    for (const fault of faults) {
      const made = make(fault)
        .catch((error: unknown) => say(`${fault.part}: ${(error as Error).message}`))
        .finally(() => underWay.delete(made));
      underWay.add(made);
    }
  };
  for (;;) {
    await sleep(pauseBeforeFault(random), undefined, { signal }).catch(() => undefined);
    if (signal.aborted) break;
    const up = new Set([...parts.values()].filter(({ isUp }) => isUp).map(({ name }) => name));
    begin(planFaults(random, layout, up));
  }
  await Promise.all(underWay);
  begin(planLastFaults(random, layout));
  await Promise.all(underWay);
}
