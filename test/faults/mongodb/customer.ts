import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import type { Connection } from '#contract/connection.ts';
import type { Run } from '#contract/run.ts';
import type { Thread } from '#contract/thread.ts';
import { actingPatch, type Host, publishActing } from '../../support/acting.ts';
import { confirm, traceOf } from '../../support/acting-run.ts';
import type { ApiAnswer, ApiClient } from '../../support/api-client.ts';
import { connectionBody } from '../../support/connections.ts';
import { converse, messagesOf, startThread } from '#clients/raw/conversation.ts';
import { followThread, type OpenStream } from '../../support/event-source.ts';
import { withKey } from '../../support/idempotency.ts';
import { known, lookUp, statsOf } from '../../support/identify.ts';
import { accountOf } from '../../support/ledger.ts';
import type { ProxiedService } from '../../support/proxied-service.ts';
import type { TestWorkspace } from '../../support/service.ts';
import { verdict } from '../../support/verdict.ts';
import { createEndpoint } from '../../support/webhook-receiver.ts';

/** A client that does a bit of everything, and retries when the service is unavailable. */
export interface Customer {
  workspace: TestWorkspace;
  thread: string;
  stream: OpenStream;
  /** The run of the payment, once it was accepted. */
  run: string;
  /** How many requests were refused for now. */
  refused: number;
}

const granted = 1000;
const retryMs = 200;
/** Far more than a fault takes to pass. */
const patienceMs = 60_000;

const pay = actingPatch('pay', { risk: { base: 'high' }, wired: { gate: 'confirm' } });

/** A customer with a workspace of its own, who has talked to the agent before, follows the thread and has a webhook. */
export async function startCustomer(
  service: ProxiedService,
  { host, webhookUrl }: { host: Host; webhookUrl: string },
): Promise<Customer> {
  const workspace = await service.workspace({ credits: granted, subject: 'ada' });
  const { client, apiKey } = workspace;
  const agent = await publishActing(client, host, [pay]);
  const thread = await startThread(client, agent.id);
  await createEndpoint(client, webhookUrl);
  const { baseUrl } = service;
  const stream = await followThread({ baseUrl, apiKey, subject: 'ada', threadId: thread });
  await converse(client, thread, '/say Good day');
  await stream.until(({ type }) => type === 'run.completed');
  return { workspace, thread, stream, run: '', refused: 0 };
}

/**
 * Has a payment made that is to be approved, looks up an account and adds a connection. Each of these requests has an
 * Idempotency-Key.
 */
export async function work(customer: Customer): Promise<void> {
  const { workspace, thread, stream } = customer;
  const { client } = workspace;
  const content = '/call pay {"amount":5,"to":"Bo"}\n---\n/say {{last}}';
  const accepted = await persist(customer, withKey(client), async (keyed) => {
    return await keyed.post<{ run_id: string }>(`/v1/loom/threads/${thread}/messages`, { content });
  });
  const run = accepted.run_id;
  customer.run = run;
  await stream.until(({ type, event }) => type === 'write.confirmation_requested' && event.run_id === run);
  const { pending_confirmation } = await persist(customer, client, async () => {
    return await client.get<Thread>(`/v1/loom/threads/${thread}`);
  });
  const call = pending_confirmation?.tool_call_id ?? '';
  await persist(customer, withKey(client), async (keyed) => await confirm(keyed, run, call));
  await persist(customer, withKey(client), async (keyed) => await lookUp(keyed, known));
  await persist(customer, withKey(client), async (keyed) => {
    return await keyed.post('/v1/connections', connectionBody({ name: 'second' }));
  });
  await settled(customer);
  await stream.until(({ type, event }) => type === 'run.completed' && event.run_id === run);
}

async function settled(customer: Customer): Promise<void> {
  const { run, workspace } = customer;
  for (;;) {
    const { state } = await persist(customer, workspace.client, async (client) => {
      return await client.get<Run>(`/v1/loom/runs/${run}?wait=5`);
    });
    if (state !== 'running') return;
  }
}

/** Errors that a client may get during a fault; the second one while an earlier attempt is still being undone. */
const refusals = [
  [503, 'temporarily_unavailable'],
  [409, 'idempotency_in_flight'],
];

/** Sends a request until it is accepted. */
async function persist<Data>(
  customer: Customer,
  client: ApiClient,
  send: (client: ApiClient) => Promise<ApiAnswer<Data>>,
): Promise<Data> {
  for (const end = Date.now() + patienceMs; Date.now() < end; await sleep(retryMs)) {
    const answer = await send(client);
    if (answer.status < 300) return answer.data;
    expect(refusals).toContainEqual(verdict(answer));
    customer.refused += 1;
  }
  throw new Error('the service stays unavailable');
}

/** Checks that all that a customer asked for was done, and done once. */
export async function expectDoneOnce(
  { db }: ProxiedService,
  { host }: { host: Host },
  { workspace, thread, stream, run }: Customer,
): Promise<void> {
  const { id, client } = workspace;
  const trace = await traceOf(client, run);
  expect(trace).toMatchObject({
    state: 'closed',
    turns: [{ tool_calls: [{ status: 'ok' }] }, { tool_calls: [] }],
  });
  expect(trace.turns).toHaveLength(2);
  expect(host.calls.filter(({ headers }) => headers['service-run'] === run)).toHaveLength(1);
  expect((await messagesOf(client, thread)).map(({ seq, role }) => `${seq} ${role}`)).toEqual([
    '1 user',
    '2 assistant',
    '3 user',
    '4 assistant',
  ]);
  // Credits set aside for a write of unknown result are released after a minute.
  const longAgo = new Date(0);
  await db.accounts.updateOne({ _id: id }, { $set: { 'reservations.$[].at': longAgo } });
  const account = await accountOf(db, id);
  expect(account.entries.map(({ reason }) => reason).toSorted()).toEqual([
    'grant',
    'identify',
    'turn',
    'turn',
    'turn',
  ]);
  expect(account.held).toBe(0);
  expect(await statsOf(client)).toEqual(['iban identified 1']);
  const { data: connections } = await client.get<Connection[]>('/v1/connections');
  expect(connections.map(({ name }) => name)).toEqual(['second', 'host']);
  const log = await db.events.find({ thread_id: thread }).sort({ thread_seq: 1 }).toArray();
  expect(log.map(({ thread_seq }) => thread_seq)).toEqual(log.map((_, index) => index + 1));
  expect(stream.events.flatMap(({ id: eventId }) => eventId ?? [])).toEqual(log.map(({ _id }) => _id));
}
