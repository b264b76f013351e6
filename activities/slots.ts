import type { ActivityKind } from '#contract/temporal/names.ts';

/**
 * How many activities a worker process works on at once, by task queue, and how many of them for one workspace. Nearly
 * all of them wait for somebody else's machine, so that slots cost memory and little else. What one workspace may not
 * take is left for all others, whose work goes on while its models, hosts or endpoints hang.
 */
export const slots = {
  turns: { total: 250, perWorkspace: 200 },
  calls: { total: 250, perWorkspace: 200 },
  /** These wait for MongoDB and Temporal alone. The share is of erasures, which last seconds. */
  steps: { total: 50, perWorkspace: 4 },
  /** Each delivers to one endpoint. A workspace has 16 endpoints, and deleted ones that are just being delivered to. */
  webhooks: { total: 500, perWorkspace: 32 },
} satisfies Record<ActivityKind | 'turns', { total: number; perWorkspace?: number }>;

/** Activities that a worker process works on at once, over all its task queues. */
export const slotsInAll = Object.values(slots).reduce((sum, { total }) => sum + total, 0);
