import type { Database } from '#store/database.ts';
import { idFrom, madeAt } from '#store/ids.ts';
import { nextOverdueEndpoint, type OverdueEndpoint } from '#store/pending-deliveries.ts';
import type { Webhooks } from './webhooks.ts';

/** What is due for longer than this was not taken up by its endpoint's workflow, or has none. */
const overdueMs = 2000;
/** Endpoints that are woken at once. */
const concurrency = 16;
/** So long one look into the store may take. */
const findTimeoutMs = 5000;

export interface OverdueSweep {
  /** After so long no further endpoint is woken: the next sweep goes on. */
  timeMs: number;
  /** From 0 to 1: where among the endpoints it begins, so that it is not the same ones that come last. */
  random?: () => number;
}

/**
 * Wakes the workflows of the endpoints to which deliveries are overdue: their first attempt was lost with its process,
 * or their workflow could not be told. Ends when its time is over, and when Temporal is away.
 * @returns how many endpoints were woken
 */
export async function sweepOverdue(
  db: Database,
  webhooks: Pick<Webhooks, 'wake'>,
  { timeMs, random = Math.random }: OverdueSweep,
): Promise<number> {
  const end = performance.now() + timeMs;
  let woken = 0;
  for await (const endpoints of inBatches(overdueEndpoints(db, random), concurrency)) {
    const told = await Promise.all(endpoints.map((endpoint) => webhooks.wake(endpoint)));
    const heard = told.filter(Boolean).length;
    woken += heard;
    if (heard === 0 || performance.now() >= end) break;
  }
  return woken;
}

/** Each endpoint with something overdue, once: from somewhere among them to the last, then from the first on. */
async function* overdueEndpoints(db: Database, random: () => number): AsyncGenerator<OverdueEndpoint> {
  const before = new Date(Date.now() - overdueMs);
  const next = async (after: string) => await nextOverdueEndpoint(db, after, before, findTimeoutMs);
  const first = await next('');
  if (first === null) return;
  const oldest = madeAt(first.endpoint_id).getTime();
  const start = idFrom(new Date(oldest + Math.floor(random() * Math.max(0, Date.now() - oldest))));
  for (let found = await next(start); found !== null; found = await next(found.endpoint_id)) yield found;
  for (
    let found: OverdueEndpoint | null = first;
    found !== null && found.endpoint_id <= start;
    found = await next(found.endpoint_id)
  )
    yield found;
}

async function* inBatches<Item>(items: AsyncIterable<Item>, size: number): AsyncGenerator<Item[]> {
  let batch: Item[] = [];
  for await (const item of items) {
    batch.push(item);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
