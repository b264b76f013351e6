import { expect, it } from 'vitest';
import type { Event } from '#contract/event.ts';
import type { Trace } from '#contract/run.ts';
import { actingPatch, json, startHost } from '../../support/acting.ts';
import { callsOf, pendingCall, report, startActing, traceOf } from '../../support/acting-run.ts';
import type { ApiClient } from '../../support/api-client.ts';
import { converse, settled } from '#clients/raw/conversation.ts';
import { eventsOf } from '../../support/events.ts';
import { createEndpoint, startReceiver } from '../../support/webhook-receiver.ts';
import { perFile } from '../../support/per-file.ts';
import { sharedService } from '../../support/service.ts';

const service = sharedService();
const host = perFile(startHost);
const receiver = perFile(startReceiver);
/** Names that BSON, its extended JSON, a driver or a careless assignment treats specially. */
const names = [
  '$ref $id $db $date $oid $numberLong $numberDecimal $binary $regularExpression $set $where $',
  '_bsontype _id toJSON toBSON constructor prototype hasOwnProperty length 0 a.b . a$b a/b ~1 a\0b ключ',
  // The empty name.
  '',
].flatMap((some) => some.split(' '));
const pan = 'card-4711-0815';
const escaped = (name: string) => name.replaceAll('~', '~0').replaceAll('/', '~1');

/** Cards whose number is hidden below each name, and in the place where an extended type has its value. */
const cardsWith = (number: string) => ({
  below: Object.fromEntries(names.map((name) => [name, { [name]: 'kept', pan: number }])),
  beside: { $ref: 'a', $id: 'b', $db: 'c', pan: number },
  types: [{ $oid: number }, { $numberLong: number }, { $date: { $numberLong: number } }, { $symbol: number }],
});
const secret = cardsWith(pan);
const shown = cardsWith('[redacted]');
const pointers = (to: string) => [
  ...names.map((name) => `${to}/below/${escaped(name)}/pan`),
  ...[
    '/beside/pan',
    '/types/0/$oid',
    '/types/1/$numberLong',
    '/types/2/$date/$numberLong',
    '/types/*/$symbol',
  ].map((path) => `${to}${path}`),
];

/** Trace, events and webhooks of a run, as one text. */
async function shownOf(client: ApiClient, run: string): Promise<string> {
  await receiver.received('run.completed');
  const { data: events } = await client.get<Event[]>(`/v1/events?run_id=${run}&limit=100`);
  const bodies = receiver.deliveries.map(({ body }) => body);
  return JSON.stringify([await traceOf(client, run), events, await eventsOf(service.db, run), bodies]);
}

/** The results that a model was shown, in the trace. */
const toldIn = ({ request }: Trace['turns'][number]) =>
  ((request?.['messages'] ?? []) as { results?: { result: unknown }[] }[])
    .flatMap(({ results = [] }) => results)
    .map(({ result }) => result);

it('[patch.redact] [run.trace.redacted] [run.trace.free-json] whatever names lead to it, what is to be hidden is hidden in arguments and results, and all else is what was sent', async () => {
  receiver.deliveries.length = 0;
  host.answer = ({ body }, response) => json(response, 200, { echo: body });
  const redact = { args: pointers(''), result: pointers('/echo') };
  const patches = [actingPatch('look', { input_schema: { type: 'object' }, redact })];
  const { client, thread } = await startActing(service, { host, patches });
  await createEndpoint(client, receiver.url);
  const calling = `/call look ${JSON.stringify(secret)}`;
  const run = await converse(client, thread, `${calling}\n---\n${calling}\n---\n/say done`);
  expect(run).toMatchObject({ state: 'closed', message: { content: 'done' } });

  expect(host.calls.map(({ body }) => body)).toEqual([secret, secret]);
  const stored = await service.db.tool_calls.find({ run_id: run.id }).toArray();
  expect(stored.map(({ args }) => args)).toEqual([JSON.stringify(secret), JSON.stringify(secret)]);

  const calls = await callsOf(client, run.id);
  for (const { args, result, request } of calls) {
    expect([args, result, request?.['body']]).toEqual([shown, { echo: shown }, shown]);
  }
  const { turns } = await traceOf(client, run.id);
  expect(turns[0]?.response?.['calls']).toEqual([expect.objectContaining({ args: shown })]);
  expect(turns.map(toldIn).at(-1)).toEqual([{ echo: shown }, { echo: shown }]);

  // Each is sent by itself, in no order.
  await receiver.received('tool_call.started', 2);
  await receiver.received('tool_call.completed', 2);
  const ofType = (type: Event['type']) =>
    receiver.deliveries.filter(({ event }) => event.type === type).map(({ event }) => event.data);
  expect(ofType('tool_call.started').map((data) => data?.['args'])).toEqual([shown, shown]);
  expect(ofType('tool_call.completed').map((data) => data?.['result'])).toEqual([
    { echo: shown },
    { echo: shown },
  ]);
  expect(await shownOf(client, run.id)).not.toContain(pan);
});

it('[patch.redact] [run.trace.free-json] whatever names lead to it, what is to be hidden of a proposed action and of its outcome is hidden, but from who acts', async () => {
  receiver.deliveries.length = 0;
  const redact = { args: pointers(''), result: pointers('/detail') };
  const patches = [
    actingPatch('sign', { interaction: 'proposed_action', input_schema: { type: 'object' }, redact }),
  ];
  const { client, thread } = await startActing(service, { patches });
  await createEndpoint(client, receiver.url);
  const { id } = await converse(client, thread, `/call sign ${JSON.stringify(secret)}\n---\n/say done`);
  const { status } = await report(client, id, await pendingCall(client, thread), 'occurred', secret);
  expect(status).toBe(202);
  expect(await settled(client, id)).toMatchObject({ state: 'closed' });
  const [call] = await callsOf(client, id);
  expect([call?.args, call?.result]).toEqual([shown, { state: 'occurred', detail: shown }]);
  const { turns } = await traceOf(client, id);
  expect(turns.map(toldIn)).toEqual([[], [{ state: 'occurred', detail: shown }]]);
  const [proposed] = await receiver.received('action.proposed');
  const [completed] = await receiver.received('tool_call.completed');
  expect([proposed?.event.data?.['args'], completed?.event.data?.['result']]).toEqual([
    shown,
    { state: 'occurred', detail: shown },
  ]);
  expect(call?.outcome?.detail).toEqual(shown);
  expect(await shownOf(client, id)).not.toContain(pan);
});

it('[patch.redact] [run.trace.free-json] whatever names lead to it, what is to be hidden of the detail of a rejection is hidden', async () => {
  receiver.deliveries.length = 0;
  const patches = [
    actingPatch('pay', { redact: { result: pointers('/detail') }, wired: { gate: 'confirm' } }),
  ];
  const { client, thread } = await startActing(service, { patches });
  await createEndpoint(client, receiver.url);
  const { id } = await converse(client, thread, '/call pay {}\n---\n/say done');
  const body = { tool_call_id: await pendingCall(client, thread), decision: 'reject', detail: secret };
  expect((await client.post(`/v1/loom/runs/${id}/confirm`, body)).status).toBe(202);
  expect(await settled(client, id)).toMatchObject({ state: 'closed' });
  const [call] = await callsOf(client, id);
  expect([call?.decision?.detail, call?.result]).toEqual([shown, { declined: true, detail: shown }]);
  expect(await shownOf(client, id)).not.toContain(pan);
});
