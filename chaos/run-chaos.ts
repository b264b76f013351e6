import { setTimeout as sleep } from 'node:timers/promises';
import { createTemporalClient } from '#adapters/temporal/connect.ts';
import { waitUntil } from '#dev/processes/wait-until.ts';
import { ChaosClient } from './client/client.ts';
import { type Follower, followThread } from './client/follow-thread.ts';
import {
  collectExtractionEvents,
  collectMoney,
  collectRuns,
  collectThreads,
  collectWorkflows,
} from './evidence/collect.ts';
import type { Evidence } from './evidence/evidence.ts';
import type { FaultWindow } from './faults/fault.ts';
import { makeFaults } from './faults/supervise.ts';
import { watchMachine } from './faults/watch-machine.ts';
import { startHost } from './host/host.ts';
import { newJournal, type StartedThread } from './journal/journal.ts';
import { playLoad } from './load/load.ts';
import { createEndpoints, publishAgents } from './load/publish.ts';
import { startThread, type World } from './load/world.ts';
import type { ChaosOptions } from './options.ts';
import { Random } from './random.ts';
import { startReceiver } from './receiver/receiver.ts';
import { type Rest, settle } from './settle/settle.ts';
import { startChaosStack } from './stack/chaos-stack.ts';

/** The result of a run of chaos. */
export interface ChaosRun {
  evidence: Evidence;
  /** The number of plays of each scenario. */
  plays: Map<string, number>;
  rest: Rest;
}

/** The last part of the load comes without faults. */
const shareWithFaults = 0.9;
const shareFollowed = 0.25;
const mostFollowers = 20;

/**
 * Starts everything, runs load and faults for the requested time, waits until the service is idle, and collects the
 * evidence. Nothing is left running.
 */
export async function runChaos(
  { seed, seconds, clients, quietSeconds, faults: withFaults }: ChaosOptions,
  directory: string,
  say: (line: string) => void,
): Promise<ChaosRun> {
  const random = new Random(seed);
  const journal = newJournal();
  const faults: FaultWindow[] = [];
  const followers: Follower[] = [];
  await using ends = new AsyncDisposableStack();
  say('starting servers, two API and two worker processes');
  const stack = await startChaosStack({ directory, say, onFault: (window) => void faults.push(window) });
  ends.defer(stack.stop);
  ends.defer(watchMachine((window) => void faults.push(window)));
  const host = await startHost();
  ends.defer(async () => await host.stop());
  const receiver = await startReceiver(random.fork('receiver'));
  ends.defer(async () => await receiver.stop());
  const temporal = createTemporalClient({ address: stack.temporalAddress, namespace: 'default' });
  ends.defer(async () => await temporal.connection.close());
  const client = new ChaosClient(stack.apiUrls, stack.apiKey, journal, random.fork('client'));
  ends.defer(async () => await client.close());

  const agents = await publishAgents(client, host.url);
  const endpoints = await createEndpoints(client, receiver);
  const follow = (thread: StartedThread, name: string) => {
    const follower = followThread(client, thread, { random: random.fork(name), name });
    followers.push(follower);
    ends.defer(async () => await follower.stop());
  };
  const loadOver = new AbortController();
  const base = { client, journal, agents, loadOver: loadOver.signal };
  const lot = random.fork('followers');
  const onThread = (thread: StartedThread) => {
    if (followers.length < mostFollowers && lot.chance(shareFollowed)) {
      follow(thread, `follower ${followers.length + 1}`);
    }
  };
  const nobody: StartedThread = { id: '', subject: '', agent: '' };
  const busyThread = await startThread({ ...base, busyThread: nobody, onThread }, random.fork('busy'));
  follow(busyThread, 'follower of the busy thread');
  follow(busyThread, 'other follower of the busy thread');
  const world: World = { ...base, busyThread, onThread };

  say(`load by ${clients} clients for ${seconds} s${withFaults ? '' : ', without faults'}`);
  const faultsOver = new AbortController();
  const making = withFaults
    ? makeFaults(stack.parts, random.fork('faults'), { signal: faultsOver.signal, say })
    : Promise.resolve();
  const playing = playLoad(world, random.fork('load'), { clients, say });
  await sleep(seconds * 1000 * shareWithFaults);
  faultsOver.abort();
  await making;
  const since = Date.now();
  say('every part is back; waiting until it is quiet');
  await sleep(seconds * 1000 * (1 - shareWithFaults));
  loadOver.abort();
  client.giveUpAt(Date.now() + quietSeconds * 1000);
  const plays = await playing;
  // Counted from here, so that slow clients are not mistaken for a slow service.
  const giveUpAt = Date.now() + quietSeconds * 1000;
  client.giveUpAt(giveUpAt);
  const { deliveries } = receiver;
  const rest = await settle({ world, temporal, endpoints, deliveries, since, giveUpAt });
  client.giveUpAt(Number.POSITIVE_INFINITY);

  say('reading what is there to judge');
  const runs = await collectRuns(client);
  const threads = await collectThreads(client, journal.threads);
  await untilCaughtUp(followers, runs);
  const evidence: Evidence = {
    journal,
    runs,
    threads,
    extractionEvents: await collectExtractionEvents(client),
    host: host.requests,
    deliveries,
    endpoints,
    followed: followers.map(({ seen }) => seen),
    ...(await collectMoney(client)),
    workflows: await collectWorkflows(temporal),
    faults,
    readAt: Date.now(),
  };
  return { evidence, plays, rest };
}

/** A follower may be between two connections. It gets the time of many to see what it has missed. */
async function untilCaughtUp(followers: Follower[], runs: Evidence['runs']): Promise<void> {
  const counts = new Map<string, number>();
  for (const { run, events } of runs) {
    counts.set(run.thread_id, (counts.get(run.thread_id) ?? 0) + events.length);
  }
  const caughtUp = () =>
    followers.every(({ seen }) => seen.events.length >= (counts.get(seen.thread_id) ?? 0));
  // What they have not seen by then is a finding, not a failure of this program.
  await waitUntil(caughtUp, { timeoutMs: 120_000, what: 'every follower has caught up' }).catch(
    () => undefined,
  );
}
