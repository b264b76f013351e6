import type { ActivityKind } from '#contract/temporal/names.ts';

/**
 * How many activities a worker process works on at once, by task queue, and how many of them for a workspace that is
 * alone. Nearly all of them wait for another machine, so a slot costs memory and little else. The slots beyond a
 * workspace's share are left for all others, whose work continues while its models, hosts or endpoints hang.
 */
export const slots = {
  /** Some of them may make a call as well: see {@link callsWithTurns}. As many as before are left for turns alone. */
  turns: { total: 300, perWorkspace: 240 },
  calls: { total: 250, perWorkspace: 200 },
  /** These wait only for MongoDB and Temporal. The share limits erasures, which take seconds. */
  steps: { total: 50, perWorkspace: 4 },
  /**
   * Each delivers to one endpoint. A workspace has at most 16 endpoints, plus deleted ones with a delivery in progress.
   */
  webhooks: { total: 500, perWorkspace: 32 },
} satisfies Record<ActivityKind | 'turns', { total: number; perWorkspace?: number }>;

/**
 * How many of the activities that take a turn may make its call, too, and then take the next turn. Any further call goes to the
 * queue for calls. Hosts that hang hold so many slots of turns at most.
 */
export const callsWithTurns = { total: 50, perWorkspace: 40 };

/** Activities that a worker process works on at once, over all its task queues. */
export const slotsInAll = Object.values(slots).reduce((sum, { total }) => sum + total, 0);
