import { afterEach, beforeEach, expect, it } from 'vitest';
import { createPusher } from '#adapters/realtime/pusher.ts';
import type { Realtime } from '#adapters/realtime/port.ts';
import type { Event } from '#contract/event.ts';
import { waitUntil } from '#tools/dev/processes/wait-until.ts';
import { newEventId, newId } from '#store/mongo/ids.ts';
import { startPusherServer } from '../../../support/pusher-server.ts';
import { perTest } from '../../../support/per-file.ts';

const provider = perTest(startPusherServer);
let realtime: Realtime;
let faults: object[];
let unsent = 0;
beforeEach(() => {
  faults = [];
  unsent = 0;
  realtime = newRealtime();
});

afterEach(async () => {
  provider.behave = 'ok';
  await realtime.close();
});

/** @param timeoutMs of a call. Short only where it is waited for: a call that times out is made again. */
const newRealtime = (timeoutMs = 30_000) =>
  createPusher(
    { ...provider.app, host: '127.0.0.1', port: `${provider.port}`, useTLS: false },
    { onFault: (fault) => faults.push(fault), timeoutMs, firstRetryMs: 10 },
  );

const thread = newId();
function eventOf(parts: Partial<Event> = {}): Event {
  return {
    id: newEventId(),
    type: 'run.started',
    created_at: '2026-11-21T02:48:00.000Z',
    seq: 1,
    origin: 'api',
    source: { kind: 'run', id: newId() },
    parent: null,
    context: { workspace_id: newId() },
    thread_id: thread,
    ...parts,
  };
}
const publish = (...events: Event[]) =>
  realtime.publish({
    thread_id: thread,
    perishable: events.every(({ type }) => type === 'message.delta'),
    events: () => events,
    onUnsent: () => (unsent += 1),
  });
const published = () => provider.triggered.map(({ data }) => (JSON.parse(data) as Event).id);
const until = async (count: number) =>
  await waitUntil(() => provider.triggered.length >= count, { timeoutMs: 30_000, what: 'it is published' });

it('[realtime.publish] the events of a thread go out in order, at most ten a call', async () => {
  const events = Array.from({ length: 35 }, () => eventOf());
  for (const event of events) publish(event);
  await until(events.length);
  expect(published()).toEqual(events.map(({ id }) => id));
  expect(provider.batches).toEqual([10, 10, 10, 5]);
  expect(provider.triggered[0]).toMatchObject({ name: 'run.started', channel: `private-thread-${thread}` });
});

it('[realtime.publish] what becomes more events than a call may have goes out in several', async () => {
  const events = Array.from({ length: 25 }, () => eventOf());
  publish(...events);
  await until(events.length);
  expect(published()).toEqual(events.map(({ id }) => id));
  expect([provider.batches, unsent]).toEqual([[10, 10, 5], 0]);
});

it('[realtime.publish.too-large] an envelope of 10,240 bytes goes whole, one of a byte more without data', async () => {
  const bare = eventOf({ data: { text: '' } });
  // Two bytes a letter: it is bytes that count.
  const room = 10_240 - Buffer.byteLength(JSON.stringify(bare));
  const fits = { ...bare, data: { text: `${'é'.repeat(Math.floor(room / 2))}${room % 2 === 1 ? 'x' : ''}` } };
  const over = { ...fits, data: { text: `${fits.data.text}x` } };
  publish(fits);
  publish(over);
  await until(2);
  const { data: _tooLarge, ...envelope } = over;
  expect(provider.triggered.map(({ data }) => JSON.parse(data) as Event)).toEqual([fits, envelope]);
  expect(Buffer.byteLength(provider.triggered[0]?.data ?? '')).toBe(10_240);
});

it.each(['reset', 'silent', 500, 429] as const)(
  '[realtime.publish.provider-down] while the provider is down (%s) events wait, and go out in order when it is back',
  async (fault) => {
    provider.behave = fault;
    const events = Array.from({ length: 12 }, () => eventOf());
    if (fault === 'silent') realtime = newRealtime(1000);
    for (const event of events) publish(event);
    publish(eventOf({ type: 'message.delta', seq: null }));
    await waitUntil(() => faults.length > 0, { timeoutMs: 30_000, what: 'a fault is told of' });
    provider.behave = 'ok';
    await until(events.length);
    await realtime.close();
    expect(published()).toEqual(events.map(({ id }) => id));
    expect(unsent).toBeGreaterThan(0);
  },
);

it('[realtime.publish.provider-down] what the provider refuses is given up, and told of without a secret', async () => {
  provider.behave = 403;
  publish(eventOf());
  await waitUntil(() => faults.length === 2, { timeoutMs: 30_000, what: 'the loss is told of' });
  expect(faults).toEqual([{ status: 403 }, { lost: 1 }]);
  provider.behave = 'ok';
  const next = eventOf();
  publish(next);
  await until(1);
  expect(published()).toEqual([next.id]);
});
