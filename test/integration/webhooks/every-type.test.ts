import { expect, it } from 'vitest';
import { type Event, eventTypes } from '#contract/event.ts';
import type { SentPayment } from '#contract/sent-payment.ts';
import { waitUntil } from '#tools/dev/processes/wait-until.ts';
import { Commit } from '#store/mongo/commit.ts';
import { requestEvent, toEvent } from '#store/events/events.ts';
import { newId } from '#store/mongo/ids.ts';
import { actingPatch, json, publishActing, startHost } from '../../support/acting.ts';
import type { ApiClient } from '../../support/api-client.ts';
import { putGroup } from '../../support/approver-groups.ts';
import { converse, settled, startThread } from '#clients/raw/conversation.ts';
import { playEveryEvent, publishTalkative } from '../../support/every-event.ts';
import { publishPolicy } from '../../support/policies.ts';
import { startService } from '../../support/service.ts';
import { createEndpoint, startReceiver, verified } from '../../support/webhook-receiver.ts';
import { perFile } from '../../support/per-file.ts';

const service = perFile(startService);
const receiver = perFile(startReceiver);
/** Has the sweep deliver what is pending, as if it had been due for long. */
async function sweepOverdue(): Promise<void> {
  await service.db.pending_deliveries.updateMany({}, { $set: { due_at: new Date(0) } });
  const { taskQueue } = service;
  await service.temporal.workflow.execute('sweep', { taskQueue, workflowId: `sweep-${newId()}` });
}

/** Has two payments made, of which one settles and then comes back, and the other fails. */
async function settlePayments(client: ApiClient): Promise<void> {
  const payment = {
    amount: '/amount',
    currency: { constant: 'EUR' },
    payee: { account: { iban: '/to' } },
  };
  const transfer = actingPatch('transfer', { payment, redact: { args: [], result: ['/secret'] } });
  const agent = await publishActing(client, undefined, [transfer], { key: 'payer', connection: 'host' });
  const thread = await startThread(client, agent.id);
  const reports = [['settled', 'returned'], ['failed']];
  for (const states of reports) {
    const call = '/call transfer {"amount":2,"to":"DE89370400440532013000"}\n---\n/say ok';
    await settled(client, (await converse(client, thread, call)).id);
    const [newest] = (await client.get<SentPayment[]>('/v1/payments')).data;
    for (const state of states) {
      await client.post(`/v1/payments/${newest?.tool_call_id}/settlement`, { state });
    }
  }
}

/** Has a call wait until its approvers are reminded and others may approve, and cancels it. */
async function escalateOne(client: ApiClient, workspaceId: string): Promise<void> {
  for (const key of ['finance', 'board']) await putGroup(client, key, { name: key, members: ['eve'] });
  const stage = { approvals: 1, group: 'finance', remind_after: 1, escalate_after: 1, escalate_to: 'board' };
  await publishPolicy(client, { rules: [{ name: 'all', then: 'hold', stages: [stage] }] });
  const slow = actingPatch('slow', { wired: { gate: { type: 'policy', policy: 'payments' } } });
  const agent = await publishActing(client, undefined, [slow], { key: 'slow', connection: 'host' });
  const { id } = await converse(client, await startThread(client, agent.id), '/call slow {}');
  const isReported = async () =>
    (await service.db.events.countDocuments({ workspace_id: workspaceId, type: /^approval\./ })) === 2;
  await waitUntil(isReported, { timeoutMs: 60_000, what: 'the call is escalated' });
  await client.post(`/v1/loom/runs/${id}/cancel`);
  await settled(client, id);
}

it('[webhook.endpoint.events] [event.envelope] [event.redacted] every type but those of realtime is delivered, as the log has it', async () => {
  const { client, id } = await service.workspace({ subject: 'ada' });
  const { secret } = await createEndpoint(client, receiver.url);
  const host = await startHost();
  host.answer = (_, response) => json(response, 200, { secret: 'x', open: 'y' });
  const thread = await startThread(client, (await publishTalkative(client, host)).id);
  await playEveryEvent(client, thread);
  await escalateOne(client, id);
  await settlePayments(client);
  const request = { id: newId(), workspace_id: id, origin: 'api', product: 'extract' } as const;
  const products = [
    requestEvent(request, { type: 'extract.completed', data: { result: { total: 1 } } }, new Date()),
    requestEvent(
      request,
      { type: 'extract.failed', data: { error: { code: 'extract_failed' } } },
      new Date(),
    ),
  ];
  await new Commit(service.db).insert('events', products).write();

  const stored = await service.db.events.find({ workspace_id: id, type: { $ne: 'message.block' } }).toArray();
  // Deliveries that wait for their first attempt while so many are in progress are left to the sweep after two seconds.
  const areDelivered = async () => {
    const ids = new Set(receiver.deliveries.map(({ event }) => event.id));
    if (stored.every(({ _id }) => ids.has(_id))) return true;
    await sweepOverdue();
    return false;
  };
  await waitUntil(areDelivered, { timeoutMs: 120_000, everyMs: 2000, what: 'every event is delivered' });
  const delivered = new Map<string, Event>();
  for (const delivery of receiver.deliveries) {
    const event = verified(delivery, secret);
    delivered.set(event.id, event);
  }
  expect(delivered).toEqual(new Map(stored.map((event) => [event._id, toEvent(event)])));
  const types = new Set([...delivered.values()].map(({ type }) => type));
  expect(types).toEqual(
    new Set(eventTypes.filter((type) => !['message.delta', 'message.block'].includes(type))),
  );
  const bodies = receiver.deliveries.map(({ body }) => body).join('\n');
  expect(bodies).toContain('"open":"y"');
  expect(bodies).not.toContain('"secret":"x"');
  await host.stop();
});
