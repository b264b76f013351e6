import { Chance } from './chance.ts';
import { World } from './world.ts';

/** How many things happen by chance before everything calms down. */
const [fewestSteps, mostSteps] = [50, 150];

/** The numbers that decide what happens in a sequence. */
export function stepsOf(seed: number): number[] {
  const chance = new Chance(Math.imul(seed, 0x9e_37_79_b1));
  const length = fewestSteps + chance.below(mostSteps - fewestSteps);
  return Array.from({ length }, () => chance.next());
}

/** The result of a sequence. */
export interface Simulated {
  /** The violated invariant; undefined if there is none. */
  violation?: Error;
  /** The events in order, if requested. */
  story: string[];
  world: World;
}

/** Runs one sequence: things happen by chance, and then everything calms down until all runs have ended. */
export async function simulate(
  seed: number,
  steps = stepsOf(seed),
  options: { tells?: boolean } = {},
): Promise<Simulated> {
  const world = new World(seed, options);
  const { story = [] } = world.scheduler;
  const { stackTraceLimit } = Error;
  // Nobody reads the traces of the many errors that are expected.
  if (options.tells !== true) Error.stackTraceLimit = 0;
  try {
    for (const number of steps) await world.step(number);
    world.scheduler.tell(undefined, undefined, 'from here on, nothing fails any more');
    await world.settle();
    return { story, world };
  } catch (error) {
    return { violation: error as Error, story, world };
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}
