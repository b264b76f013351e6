import type { Random } from '../random.ts';
import { type Fault, type Layout, type PartName, partNames, serviceParts } from './fault.ts';

/** The parts that are never down or frozen at the same time, because a system that is never up proves nothing. */
const fewestUp = 2;

const parts = {
  apart: {
    apis: ['api-1', 'api-2'],
    workers: ['worker-1', 'worker-2'],
    oneOfEach: ['api-1', 'worker-1'],
  },
  together: {
    apis: ['service-1', 'service-2'],
    workers: ['service-1', 'service-2'],
    oneOfEach: ['service-1'],
  },
} as const satisfies Record<Layout, Record<string, readonly PartName[]>>;

/**
 * The next faults: usually one, sometimes two at once, sometimes all processes of a kind.
 * @param up the parts that work now; only these can fail
 */
export function planFaults(random: Random, layout: Layout, up: ReadonlySet<PartName>): Fault[] {
  const victims = chooseVictims(random, layout).filter((part) => up.has(part));
  const room = Math.max(0, up.size - fewestUp);
  return victims.slice(0, room).map((part) => faultOf(random, part));
}

/**
 * The last faults: several processes of the service are killed together. The time that accepted work then waits, with
 * nothing else in its way, is measured.
 */
export function planLastFaults(random: Random, layout: Layout): Fault[] {
  const { workers, oneOfEach } = parts[layout];
  const victims = random.pick<readonly PartName[]>([serviceParts(layout), workers, oneOfEach]);
  return victims.map((part) => ({ part, kind: 'kill', forMs: random.int(100, 3_000) }));
}

/** The time until the next fault. */
export function pauseBeforeFault(random: Random): number {
  return random.int(1_000, 6_000);
}

function chooseVictims(random: Random, layout: Layout): readonly PartName[] {
  const draw = random.next();
  const all = partNames(layout);
  if (draw < 0.6) return [random.pick(all)];
  if (draw < 0.82) {
    const first = random.pick(all);
    return [first, random.pick(all.filter((part) => part !== first))];
  }
  if (draw < 0.88) return parts[layout].workers;
  if (draw < 0.92) return parts[layout].apis;
  if (draw < 0.96) return parts[layout].oneOfEach;
  return serviceParts(layout);
}

/** A graceful restart is a fault of the service only: its servers are stopped when they are unused. */
function isRestarted(random: Random, part: PartName): boolean {
  return part !== 'temporal' && part !== 'mongodb' && random.chance(0.25);
}

function faultOf(random: Random, part: PartName): Fault {
  if (isRestarted(random, part)) return { part, kind: 'restart', forMs: random.int(100, 3_000) };
  if (random.chance(0.55)) {
    // Only Temporal: what MongoDB loses was accepted, and nothing makes up for it.
    const kind = part === 'temporal' && random.chance(0.4) ? 'restore' : 'kill';
    return { part, kind, forMs: random.int(100, 3_000) };
  }
  // Short and long with equal probability: a short fault ends before anybody notices, a long one after others have
  // taken over.
  const forMs = random.chance(0.5) ? random.int(1_000, 5_000) : random.int(5_000, 15_000);
  return { part, kind: 'freeze', forMs };
}
