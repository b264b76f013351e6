import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '@temporalio/client';
import type { Run } from '#contract/run.ts';
import { isWebhookEvent, subscribes } from '#contract/webhook-endpoint.ts';
import type { Event } from '#contract/event.ts';
import { workflowTypes } from '#contract/temporal/names.ts';
import { eventsOfErased } from '../evidence/erased.ts';
import type { Delivery, KnownEndpoint } from '../evidence/evidence.ts';
import type { World } from '../load/world.ts';
import { endPauses } from './end-pauses.ts';

/** How long the service took to become idle, in milliseconds; undefined if it did not in time. */
export interface Rest {
  /** Until no run was `running`. */
  runsMs?: number;
  /** Until no run was open at all, no webhook delivery was pending, and no workflow of a run was open. */
  allMs?: number;
}

export interface SettleOptions {
  world: World;
  temporal: Client;
  endpoints: KnownEndpoint[];
  deliveries: readonly Delivery[];
  /** When the last fault was over. */
  since: number;
  giveUpAt: number;
}

const lookEveryMs = 500;

/**
 * Waits until the service is idle, and ends what waits for a person, as people would. This is part of the proof: a
 * pause is correct only if somebody can end it.
 */
export async function settle(options: SettleOptions): Promise<Rest> {
  const { world, temporal, since, giveUpAt } = options;
  const rest: Rest = {};
  let pending: (() => boolean) | undefined;
  while (Date.now() < giveUpAt) {
    const running = await runsIn(world, 'running');
    if (running.length === 0) rest.runsMs ??= Date.now() - since;
    const paused = [...(await runsIn(world, 'awaiting_input')), ...(await runsIn(world, 'awaiting_outcome'))];
    if (paused.length > 0) await endPauses(world, paused);
    else if (running.length === 0 && (await openWorkflows(temporal)) === 0) {
      pending ??= await pendingDeliveries(options);
      if (!pending()) return { ...rest, allMs: Date.now() - since };
    }
    await sleep(lookEveryMs);
  }
  return rest;
}

async function openWorkflows(temporal: Client): Promise<number> {
  const query = `WorkflowType = '${workflowTypes.run}' AND ExecutionStatus = 'Running'`;
  return (await temporal.workflow.count(query)).count;
}

async function runsIn({ client }: World, state: Run['state']): Promise<Run[]> {
  return await client.readAll<Run>(`/v1/loom/runs?state=${state}`);
}

/** Whether an endpoint has yet to receive an event that it subscribes to. There are no new events any more. */
async function pendingDeliveries({ world, endpoints, deliveries }: SettleOptions): Promise<() => boolean> {
  const isErased = eventsOfErased(world.journal);
  const events = (await world.client.readAll<Event>('/v1/events')).filter(
    (event) => isWebhookEvent(event.type) && !isErased(event),
  );
  return () => {
    const taken = new Set(
      deliveries.filter(({ accepted }) => accepted).map(({ endpoint, event }) => `${endpoint} ${event.id}`),
    );
    return endpoints.some((endpoint) =>
      events.some(({ id, type }) => subscribes(endpoint, type) && !taken.has(`${endpoint.name} ${id}`)),
    );
  };
}
