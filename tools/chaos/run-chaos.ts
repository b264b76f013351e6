import { setTimeout as sleep } from 'node:timers/promises';
import { createTemporalClient } from '#adapters/temporal/connect.ts';
import { waitUntil } from '#tools/dev/processes/wait-until.ts';
import { openDatabase } from '#store/open-database.ts';
import { ChaosClient } from './client/client.ts';
import { OutsideAgent } from './client/outside-agent.ts';
import {
  collectExtractionEvents,
  collectMcpRuns,
  collectMoney,
  collectRuns,
  collectThreads,
  collectVoice,
  collectWorkflows,
} from './evidence/collect.ts';
import { collectErasures } from './evidence/collect-erasures.ts';
import { erasedSubjects } from './evidence/erased.ts';
import type { Evidence } from './evidence/evidence.ts';
import { type Follower, followThread } from './evidence/follow-thread.ts';
import { type FaultWindow, serviceParts } from './faults/fault.ts';
import { makeFaults } from './faults/supervise.ts';
import { watchMachine } from './faults/watch-machine.ts';
import { startHost } from './host/host.ts';
import { RecordedRequests } from './host/recorded-requests.ts';
import { startToolServer } from './host/tool-server.ts';
import { startVoiceProvider } from './host/voice-server.ts';
import { newJournal, type StartedThread } from './journal/journal.ts';
import { playLoad } from './load/load.ts';
import { createEndpoints, publishAgents } from './load/publish.ts';
import { toolPrefix, tools } from './load/tools.ts';
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
/** An erasure takes a minute. Those of the first part are mostly completed when the load ends. */
const shareWithErasures = 0.5;
const shareFollowed = 0.25;
const mostFollowers = 20;

/**
 * Starts everything, runs load and faults for the requested time, waits until the service is idle, and collects the
 * evidence. Nothing is left running.
 */
export async function runChaos(
  { seed, layout, seconds, clients, quietSeconds, faults: withFaults }: ChaosOptions,
  directory: string,
  say: (line: string) => void,
): Promise<ChaosRun> {
  const random = new Random(seed);
  const journal = newJournal();
  const faults: FaultWindow[] = [];
  const followers: Follower[] = [];
  await using ends = new AsyncDisposableStack();
  say(`starting servers, ${serviceParts(layout).join(', ')}`);
  const voice = await startVoiceProvider(random.fork('voice'));
  ends.defer(async () => await voice.close());
  const stack = await startChaosStack(ends, {
    layout,
    directory,
    voiceUrl: voice.url,
    say,
    onFault: (window) => void faults.push(window),
  });
  ends.defer(watchMachine((window) => void faults.push(window)));
  // Calls of patches and of tools are recorded together: the same rules hold for both.
  const recorded = new RecordedRequests();
  const host = await startHost(recorded);
  ends.defer(async () => await host.stop());
  const toolServer = await startToolServer(recorded, { tools, prefix: toolPrefix });
  ends.defer(async () => await toolServer.stop());
  const receiver = await startReceiver(random.fork('receiver'));
  ends.defer(async () => await receiver.stop());
  const temporal = createTemporalClient({ address: stack.temporalAddress, namespace: 'default' });
  ends.defer(async () => await temporal.connection.close());
  const client = new ChaosClient(stack.apiUrls, stack.apiKey, journal, random.fork('client'));
  ends.defer(async () => await client.close());

  const agents = await publishAgents(client, { hostUrl: host.url, toolServerUrl: toolServer.url });
  const outsideAgents = [
    await OutsideAgent.connect(client, agents.steady, 'ada'),
    await OutsideAgent.connect(client, agents.steady, 'bo'),
  ];
  const endpoints = await createEndpoints(client, receiver);
  const follow = (thread: StartedThread, name: string) => {
    const follower = followThread(client, thread, { random: random.fork(name), name });
    followers.push(follower);
    ends.defer(async () => await follower.stop());
  };
  const loadOver = new AbortController();
  const erasuresOver = AbortSignal.timeout(seconds * 1000 * shareWithErasures);
  const base = { client, journal, agents, outsideAgents, loadOver: loadOver.signal, erasuresOver };
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
    ? makeFaults(stack.parts, random.fork('faults'), { layout, signal: faultsOver.signal, say })
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
  await using database = new AsyncDisposableStack();
  const db = await openDatabase(stack.database);
  database.defer(async () => await db.close());
  const erasures = await collectErasures({ client, db, temporal }, journal.erasures);
  const runs = await collectRuns(client, erasedSubjects(journal));
  const threads = await collectThreads(client, journal.threads);
  await untilCaughtUp(followers, runs);
  const evidence: Evidence = {
    journal,
    runs,
    threads,
    extractionEvents: await collectExtractionEvents(client),
    erasures,
    mcpRuns: await collectMcpRuns(outsideAgents, journal.mcpMessages),
    host: host.requests,
    deliveries,
    endpoints,
    followed: followers.map(({ seen }) => seen),
    ...(await collectMoney(client)),
    voice: await collectVoice(client),
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
  // Events that are still missing are a finding, not a failure of this program.
  await waitUntil(caughtUp, { timeoutMs: 120_000, what: 'every follower has caught up' }).catch(
    () => undefined,
  );
}
