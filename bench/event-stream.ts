import { setTimeout as sleep } from 'node:timers/promises';
import { post, startThread } from '#client/conversation.ts';
import { envelopes } from '#engine/rules/events.ts';
import { newId } from '#store/mongo/ids.ts';
import { median, quantile } from './figures.ts';
import type { Bench } from './start-bench.ts';
import { untilClosed } from './until-closed.ts';

/** How long events took to arrive, in milliseconds from the start of their write. */
export interface Arrival {
  p50_ms: number;
  p95_ms: number;
}

const warmUp = 100;
const count = 500;

/**
 * From the write of an event to its receipt: by a client that follows the thread through the API, and by a bare change
 * stream on the same collection. Both wait for the same events. A change stream reports an event at about the time when
 * its write is acknowledged, before or after it, so the clock starts with the write.
 */
export async function compareEventStream({
  client,
  db,
}: Bench): Promise<{ bare: Arrival; streamed: Arrival; p50_ratio: number }> {
  const id = await startThread(client);
  const run_id = await post(client, id, 'Hello');
  await untilClosed(client, run_id);
  const arrivals = { bare: new Map<string, number>(), streamed: new Map<string, number>() };

  const stream = db.events.watch([{ $match: { operationType: 'insert' } }], { maxAwaitTimeMS: 1000 });
  await stream.tryNext();
  const reading = (async () => {
    for await (const change of stream) {
      if (change.operationType === 'insert') arrivals.bare.set(change.documentKey._id, performance.now());
    }
  })().catch(() => {});
  const stopping = new AbortController();
  const { signal } = stopping;
  const { status, body } = await client.open('GET', `/v1/loom/threads/${id}/events`, { signal });
  if (status !== 200) throw new Error(`the events of the thread were answered with ${status}`);
  const following = (async () => {
    for await (const piece of body ?? []) {
      const at = performance.now();
      const text = new TextDecoder().decode(piece);
      for (const [, event = ''] of text.matchAll(/^id: (.*)$/gm)) arrivals.streamed.set(event, at);
    }
  })().catch(() => {});

  const waited = { bare: [] as number[], streamed: [] as number[] };
  for (let index = 0; index < warmUp + count; index += 1) {
    const [run, thread] = await Promise.all([
      db.runs.findOne({ _id: run_id }),
      db.threads.findOneAndUpdate({ _id: id }, { $inc: { last_event_seq: 1 } }),
    ]);
    if (run === null || thread === null) throw new Error('the run is gone');
    const [event] = envelopes({ ...run, _id: newId() }, thread, [{ type: 'run.started', data: {} }], {
      now: new Date(),
      newId,
    });
    if (event === undefined) throw new Error('no event');
    const writtenAt = performance.now();
    await db.events.insertOne(event);
    while (!arrivals.bare.has(event._id) || !arrivals.streamed.has(event._id)) await sleep(1);
    if (index < warmUp) continue;
    for (const side of ['bare', 'streamed'] as const) {
      waited[side].push((arrivals[side].get(event._id) ?? Number.NaN) - writtenAt);
    }
  }
  stopping.abort();
  await stream.close();
  await Promise.all([reading, following]);
  const arrival = (waits: number[]): Arrival => ({ p50_ms: median(waits), p95_ms: quantile(waits, 0.95) });
  const [bare, streamed] = [arrival(waited.bare), arrival(waited.streamed)];
  return { bare, streamed, p50_ratio: streamed.p50_ms / bare.p50_ms };
}
