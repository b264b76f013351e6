import type { CommandStartedEvent, CommandSucceededEvent } from 'mongodb';
import { beforeAll, expect, it } from 'vitest';
import type { DecidedItems } from '#contract/decide-many.ts';
import type { Thread } from '#contract/thread.ts';
import { runWorkflowId } from '#contract/temporal/names.ts';
import { waitUntil } from '#tools/dev/processes/wait-until.ts';
import { newId } from '#store/mongo/ids.ts';
import { setWorkspaceRate } from '#store/credentials/workspaces.ts';
import { actingPatch, json, startHost } from '../support/acting.ts';
import { confirm, pendingCall, startActing } from '../support/acting-run.ts';
import type { ApiClient } from '../support/api-client.ts';
import { post, publishScripted, settled, startThread } from '#clients/raw/conversation.ts';
import { directedModels } from '../support/directed-models.ts';
import { openUnstartedRun } from '../support/unstarted-run.ts';
import { startService } from '../support/service.ts';
import { slowClock } from '../support/slow-clock.ts';
import { createEndpoint, startReceiver } from '../support/webhook-receiver.ts';
import { perFile } from '../support/per-file.ts';

/** The cost of a plain reply is written down in docs/architecture.md; change both together. */
const models = directedModels();
const service = perFile(() => startService({ models }));
beforeAll(async () => {
  // Bookings come about once a second, whatever is charged meanwhile, and nobody waits for them.
  await service.db.bookings.close();
});

it('a plain reply takes two workflow tasks and one activity', async () => {
  const { client } = await service.workspace({ subject: 'ada' });
  const thread = await startThread(client);
  const reply = async () => {
    const run = await post(client, thread, 'Hello');
    await settled(client, run);
    const workflow = service.temporal.workflow.getHandle(runWorkflowId(run));
    await workflow.result();
    const { events } = await workflow.fetchHistory();
    const having = (attributes: keyof NonNullable<typeof events>[number]) =>
      events?.filter((event) => event[attributes]).length;
    return {
      events: events?.length,
      workflowTasks: having('workflowTaskCompletedEventAttributes'),
      activities: having('activityTaskCompletedEventAttributes'),
    };
  };
  // Again where the machine stood still for so long that Temporal gave a task up and handed it out once more.
  await expect.poll(reply).toEqual({ events: 11, workflowTasks: 2, activities: 1 });
});

/** A thread whose replies {@link awaitedReply} makes. */
async function startDirectedThread(client: ApiClient): Promise<string> {
  const { id } = await publishScripted(client, { model_class: 'fast' });
  return await startThread(client, id);
}

/** A reply that somebody waits for. */
async function awaitedReply(client: ApiClient, thread: string): Promise<void> {
  const run = await post(client, thread, 'Hello');
  const ended = settled(client, run);
  const turn = await models.turn();
  turn.say('Hello');
  turn.end();
  await ended;
}

it('[audit.no-command-more] a plain reply takes 8 MongoDB operations: 6 to accept it, and 2 to answer', async () => {
  const { client } = await service.workspace({ subject: 'ada' });
  const thread = await startDirectedThread(client);
  slowClock();
  // Fills what is cached: the key, the agent, the change stream.
  await awaitedReply(client, thread);
  const reply = async () => {
    const commands = await commandsOf(async () => await awaitedReply(client, thread));
    return commands.toSorted();
  };
  const reserve = ['find ledger', 'update accounts'];
  const accept = ['find threads', 'find accounts', ...reserve, 'bulkWrite', 'commitTransaction'];
  const answer = ['bulkWrite', 'commitTransaction'];
  // Again where the reply was made before somebody waited for it, where rounds in the background came in between, or what is
  // read again every few seconds.
  await expect.poll(reply).toEqual([...accept, ...answer].toSorted());
});

it('the turn after a call reads nothing of what its run has said: its process has just stored that', async () => {
  const host = await startHost();
  const { client, thread } = await startActing(service, { host, patches: [actingPatch('look_up')] });
  const silent = async () => await settled(client, await post(client, thread, '/call look_up {}'));
  await silent();
  const reads = async () => {
    const commands = await commandsOf(async () => void (await silent()));
    return commands.filter((name) => ['find turns', 'find tool_calls', 'find messages'].includes(name));
  };
  // Again where the machine stood still for so long that a step was attempted once more.
  await expect.poll(reads).toEqual([]);
  await host.stop();
});

it('the results of calls that are made side by side are each stored with one write, and nothing is read for it', async () => {
  const host = await startHost();
  const { client, thread } = await startActing(service, { host, patches: [actingPatch('look_up')] });
  // The host answers one after the other has been stored.
  const waiting: (() => void)[] = [];
  host.answer = (_, response) => void waiting.push(() => json(response, 200, { ok: true }));
  const resultsStored = async (run: string, results: number) => {
    const stored = async () => (await service.db.runs.findOne({ _id: run }))?.last_event_seq;
    const events = (await stored()) ?? 0;
    waiting.shift()?.();
    const isStored = async () => ((await stored()) ?? 0) > events;
    await waitUntil(isStored, { timeoutMs: 60_000, what: `${results} results are stored` });
  };
  const together = async () => {
    const run = await post(client, thread, '/call look_up {}\n/call look_up {}\n/call look_up {}');
    await waitUntil(() => waiting.length === 3, { timeoutMs: 60_000, what: 'the host is asked three times' });
    return await commandsOf(async () => {
      for (let results = 1; results <= 3; results += 1) await resultsStored(run, results);
      await settled(client, run);
    });
  };
  await together();
  const costs = async () => {
    const commands = await together();
    const count = (...names: string[]) => commands.filter((name) => names.includes(name)).length;
    return {
      writes: count('bulkWrite', 'commitTransaction'),
      inVain: count('abortTransaction'),
      reads: count('find threads', 'find tool_calls', 'find turns', 'find messages'),
    };
  };
  // Again where the machine stood still for so long that a step was attempted once more.
  await expect.poll(costs).toEqual({ writes: 4 * 2, inVain: 0, reads: 0 });
  await host.stop();
});

/** A thread whose agent pays a host, once that is approved. */
async function startPaying() {
  const host = await startHost();
  const pay = actingPatch('pay', { wired: { gate: 'confirm' } });
  return { host, ...(await startActing(service, { host, patches: [pay] })) };
}

/** A payment that waits for its approval. */
async function holdPayment(client: ApiClient, thread: string): Promise<{ run: string; call: string }> {
  const run = await post(client, thread, '/call pay {}');
  await settled(client, run);
  return { run, call: await pendingCall(client, thread) };
}

it('[audit.no-command-more] an approved call is told by the writes that there are anyway', async () => {
  const { host, client, thread } = await startPaying();
  const { run, call } = await holdPayment(client, thread);
  const commands = await commandsOf(async () => {
    expect((await confirm(client, run, call)).status).toBe(202);
    await settled(client, run);
  });
  await host.stop();
  // A sweep that seals, or somebody who reads the log, would read before it writes.
  expect(commands.filter((name) => /^insert|^(update|find) audit/.test(name))).toEqual([]);
  const told = { 'target.id': call };
  expect((await service.db.audit_entries.find(told).toArray()).map(({ type }) => type)).toEqual([
    'call.decided',
    'call.completed',
  ]);
});

it('a decision is accepted after three reads: the run, and then its thread and the calls of its turn', async () => {
  const { host, client, thread } = await startPaying();
  const decide = async () => {
    const { run, call } = await holdPayment(client, thread);
    const commands = await commandsOf(async () => {
      expect((await confirm(client, run, call)).status).toBe(202);
    });
    await settled(client, run);
    return commands.slice(0, commands.indexOf('bulkWrite'));
  };
  // Again where rounds in the background came in between.
  await expect.poll(decide).toEqual(['find runs', 'find threads', 'find tool_calls']);
  await host.stop();
});

it('[decide.many.cost] a decision on several calls takes three reads and one write for each run', async () => {
  const { host, client, agent } = await startPaying();
  const decide = async () => {
    const held: { run: string; calls: string[] }[] = [];
    for (let count = 0; count < 3; count += 1) {
      const thread = await startThread(client, agent.id);
      const run = await post(client, thread, '/call pay {}\n/call pay {}');
      await settled(client, run);
      const { data } = await client.get<Thread>(`/v1/loom/threads/${thread}`);
      held.push({ run, calls: (data.pending_confirmations ?? []).map(({ tool_call_id }) => tool_call_id) });
    }
    const commands = await commandsOf(async () => {
      const items = held.flatMap(({ run, calls }) =>
        calls.map((call) => ({ run_id: run, tool_call_id: call })),
      );
      const { data } = await client.post<DecidedItems>('/v1/loom/approvals/decide', {
        decision: 'reject',
        items,
      });
      expect(data.results.map(({ result }) => result)).toEqual(Array(6).fill('accepted'));
    });
    for (const { run } of held) await settled(client, run);
    const counted = ['find runs', 'find threads', 'find tool_calls', 'find approver_groups', 'bulkWrite'];
    return counted.map((name) => commands.filter((command) => command === name).length);
  };
  // Again where a worker was so fast that it took its next step before the last decision was stored.
  await expect.poll(decide).toEqual([3, 3, 3, 0, 3]);
  await host.stop();
});

it('[payment.held.cost] a decided payment takes two round trips to MongoDB more than another gated call: four reads at once before it is held, and again before it is sent', async () => {
  const host = await startHost();
  const schema = { type: 'object', properties: { amount: {}, iban: { type: 'string' } } };
  const payee = { account: { iban: '/iban' } };
  const payment = { amount: '/amount', currency: { constant: 'EUR' }, payee };
  const args = '{"amount":"12.5","iban":"DE89370400440532013000"}';
  const patches = [
    actingPatch('act', { wired: { gate: 'confirm' }, input_schema: schema }),
    actingPatch('pay', { wired: { gate: 'confirm' }, input_schema: schema, payment }),
  ];
  const { client, thread } = await startActing(service, { host, patches });
  /** The commands until a call is held, and from its approval to the end of its run. */
  const gated = async (patch: string) => {
    let run = '';
    const held = await recorded(async () => {
      run = await post(client, thread, `/call ${patch} ${args}`);
      await settled(client, run);
    });
    const call = await pendingCall(client, thread);
    const sent = await recorded(async () => {
      expect((await confirm(client, run, call)).status).toBe(202);
      await settled(client, run);
    });
    return { held, sent };
  };
  const costs = async () => {
    const [other, paid] = [await gated('act'), await gated('pay')];
    return {
      held: more(paid.held, other.held),
      sent: more(paid.sent, other.sent),
      atOnce: [paid.held, paid.sent].map(areAtOnce),
    };
  };
  const reads = ['aggregate payments', 'find payees', 'find payments', 'find payments'];
  // Again where rounds in the background came in between.
  await expect.poll(costs).toEqual({ held: reads, sent: reads, atOnce: [true, true] });
  await host.stop();
});

/** Whether all reads about payees and payments are sent before the first of them is answered. */
function areAtOnce(commands: readonly Recorded[]): boolean {
  const reads = commands.filter(({ name }) => /pay(?:ee|ment)s/u.test(name));
  return reads.every(({ sent }) => reads.every(({ answered }) => sent < answered));
}

/** The names of the commands that are not among others, as often as they are more, in order of their names. */
function more(commands: readonly Recorded[], others: readonly Recorded[]): string[] {
  const left = others.map(({ name }) => name);
  const names = commands
    .map(({ name }) => name)
    .filter((name) => {
      const at = left.indexOf(name);
      if (at >= 0) left.splice(at, 1);
      return at < 0;
    });
  return names.toSorted();
}

it('with a webhook endpoint it takes no more for that, and two for each delivery afterwards', async () => {
  const { client } = await service.workspace({ subject: 'ada' });
  const receiver = await startReceiver();
  const { id } = await createEndpoint(client, receiver.url);
  const thread = await startDirectedThread(client);
  slowClock();
  await awaitedReply(client, thread);
  await receiver.received('run.completed');
  const done = async () => (await service.db.pending_deliveries.countDocuments({ endpoint_id: id })) === 0;
  await waitUntil(done, { timeoutMs: 60_000, what: 'all is delivered' });
  let replies = 1;
  // Rounds in the background: deliveries that are overdue, entries of the outbox that Temporal has taken.
  const rounds = new Set(['aggregate pending_deliveries', 'update runs']);
  const reply = async () => {
    replies += 1;
    const commands = await commandsOf(async () => {
      await awaitedReply(client, thread);
      await receiver.received('run.completed', replies);
      await waitUntil(done, { timeoutMs: 60_000, what: 'all is delivered' });
    });
    const count = (name: string) => commands.filter((command) => command === name).length;
    return {
      bulkWrite: count('bulkWrite'),
      commits: count('commitTransaction'),
      all: commands.filter((name) => !rounds.has(name)).length,
    };
  };
  // Three events: each delivery is stored with its event, and deleted with the record of its attempt.
  const expected = { bulkWrite: 2 + 3, commits: 2 + 3, all: 8 + 3 * 2 };
  await expect.poll(reply).toEqual(expected);
  await receiver.stop();
});

it('a request to read a run takes one MongoDB operation while the run is under way, and none once it has ended', async () => {
  const { client } = await service.workspace({ subject: 'ada' });
  const thread = await startThread(client);
  const ended = await post(client, thread, 'Hello');
  await settled(client, ended);
  const under = await openUnstartedRun(service, thread);
  const read = async (run: string) => void (await client.get(`/v1/loom/runs/${run}`));
  await read(ended);
  // Again where a round in the background came in between.
  const reading = (run: string) => async () => await commandsOf(async () => await read(run));
  await expect.poll(reading(under)).toEqual(['find runs']);
  await expect.poll(reading(ended)).toEqual([]);
});

it('nothing cached, it takes four: the key, the rate, a share of the allowance, the run', async () => {
  const reading = async () => {
    const { client } = await service.workspace({ subject: 'ada' });
    return await commandsOf(async () => void (await client.get(`/v1/loom/runs/${newId()}`)));
  };
  const expected = ['find api_keys', 'find workspaces', 'findAndModify rate_limits', 'find runs'];
  // Again where a round in the background came in between.
  await expect.poll(reading).toEqual(expected);
});

it('of many requests few ask for a share of the allowance, and they are recorded in a few inserts', async () => {
  const { id, client } = await service.workspace({ subject: 'ada' });
  await setWorkspaceRate(service.db, id, 600);
  await client.get('/v1/agents');
  const from = performance.now();
  const commands = await commandsOf(async () => {
    await Promise.all(Array.from({ length: 60 }, async () => await client.get('/v1/loom/runs?limit=x')));
    await client.get('/v1/requests');
  }, true);
  const count = (name: string) => commands.filter((command) => command === name).length;
  expect(count('findAndModify rate_limits')).toBeLessThanOrEqual(15);
  // They are stored four times a second at most: on a slow machine that is more often.
  const rounds = 2 + Math.ceil((performance.now() - from) / 250);
  expect(count('insert requests')).toBeLessThanOrEqual(Math.max(10, rounds));
  expect(count('insert requests')).toBeGreaterThan(0);
});

const storedLater = new Set(['insert requests', 'update api_keys']);

/** A command to MongoDB: when it was sent, and when it was answered. */
interface Recorded {
  name: string;
  sent: number;
  answered: number;
}

/** The names of the commands that were sent meanwhile, as {@link recorded} has them. */
async function commandsOf(work: () => Promise<void>, records = false): Promise<string[]> {
  return (await recorded(work, records)).map(({ name }) => name);
}

/**
 * The commands that were sent meanwhile, without the change stream's own polling and, unless asked for, the storing of
 * request records and the use of a key, for which no request waits.
 */
async function recorded(work: () => Promise<void>, records = false): Promise<Recorded[]> {
  const commands = new Map<number, Recorded>();
  const started = ({ commandName, command, requestId }: CommandStartedEvent) => {
    if (commandName === 'getMore') return;
    const collection: unknown = command[commandName];
    const name = typeof collection === 'string' ? `${commandName} ${collection}` : commandName;
    if (!records && storedLater.has(name)) return;
    commands.set(requestId, { name, sent: performance.now(), answered: Number.POSITIVE_INFINITY });
  };
  const succeeded = ({ requestId }: CommandSucceededEvent) => {
    const command = commands.get(requestId);
    if (command !== undefined) command.answered = performance.now();
  };
  const { client } = service.db;
  client.on('commandStarted', started).on('commandSucceeded', succeeded);
  await work();
  client.off('commandStarted', started).off('commandSucceeded', succeeded);
  return [...commands.values()];
}
