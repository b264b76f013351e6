import type { AcceptingPorts } from '#engine/ports/engine-ports.ts';
import { leaveGroups, membershipsOf } from './payments.ts';
import type { ServiceProcess } from './process.ts';
import type { World } from './world.ts';

/** The ports from which a process reads before it accepts something of a client. */
export function acceptingPorts(
  world: World,
  process: ServiceProcess,
): Pick<AcceptingPorts, 'threads' | 'connectionNames' | 'memberships'> {
  const refuses = 100;
  return {
    threads: {
      find: async (_, id) =>
        await process.send(
          'reads the thread',
          () => world.memory.tables.threads.get(id) ?? null,
          (chance) => (chance.oneIn(refuses) ? 'refused' : 'none'),
        ),
    },
    connectionNames: { find: async (_, id) => await Promise.resolve({ id, name: 'Bank' }) },
    memberships: {
      // In the write, the actor may be in the group no longer.
      of: async (_, actor) =>
        await process.send(
          'reads the groups of the actor',
          (chance) => {
            const read = membershipsOf(world, actor);
            if (!world.isCalm && chance.oneIn(8)) leaveGroups(world, actor);
            return read;
          },
          (chance) => (chance.oneIn(refuses) ? 'refused' : 'none'),
        ),
    },
  };
}
