import { beforeEach, expect, it } from 'vitest';
import { actingPatch, json, startHost } from '../../support/acting.ts';
import {
  callsOf,
  confirm,
  pendingCall,
  report,
  startActing,
  threadOf,
  traceOf,
} from '../../support/acting-run.ts';
import { converse, settled } from '#clients/raw/conversation.ts';
import { eventsOf } from '../../support/events.ts';
import { perTest } from '../../support/per-file.ts';
import { sharedService } from '../../support/service.ts';

const service = sharedService();
const host = perTest(startHost);
beforeEach(() => {
  host.answer = (_, response) => json(response, 200, { token: 'tok-9876', balance: 12 });
});

const anyObject = { type: 'object' };
const redact = { args: ['/pin', '/card/number'], result: ['/token'] };
const secretArgs = { pin: 'pin-zulu', card: { number: 'card-yankee', name: 'Bo' } };
const shownArgs = { pin: '[redacted]', card: { number: '[redacted]', name: 'Bo' } };
const secrets = ['pin-zulu', 'card-yankee', 'tok-9876'];
const args = JSON.stringify(secretArgs);

/** The trace and the events of a run, as one text. */
async function shownOf(client: Parameters<typeof traceOf>[0], run: string): Promise<string> {
  return JSON.stringify([await traceOf(client, run), await eventsOf(service.db, run)]);
}

it('[patch.redact] [run.trace.redacted] what a patch redacts reaches the host and the model, and no trace, model payload or event', async () => {
  const patches = [actingPatch('open', { input_schema: anyObject, redact })];
  const { client, thread } = await startActing(service, { host, patches });
  const run = await converse(client, thread, `/call open ${args}\n---\n/call open ${args}\n---\n/say done`);
  expect(run).toMatchObject({ state: 'closed', message: { content: 'done' } });
  expect(host.calls).toMatchObject([{ body: secretArgs }, { body: secretArgs }]);
  const stored = await service.db.tool_calls.findOne({ run_id: run.id });
  expect([stored?.args, stored?.result]).toEqual([args, '{"token":"tok-9876","balance":12}']);

  const { turns } = await traceOf(client, run.id);
  expect(turns[0]?.tool_calls[0]).toMatchObject({
    args: shownArgs,
    result: { token: '[redacted]', balance: 12 },
    request: { url: `${host.url}/open`, body: shownArgs },
  });
  expect(turns[0]?.response?.['calls']).toMatchObject([{ name: 'open', args: shownArgs }]);
  expect(JSON.stringify(turns[2]?.request)).toContain('"balance":12');
  const events = await eventsOf(service.db, run.id);
  const told = (type: string) => events.find((event) => event.type === type)?.data;
  expect(told('tool_call.started')).toMatchObject({ args: shownArgs });
  expect(told('tool_call.completed')).toMatchObject({ result: { token: '[redacted]', balance: 12 } });
  const shown = await shownOf(client, run.id);
  for (const secret of secrets) expect(shown).not.toContain(secret);
});

it('[patch.redact] a held call is redacted too: in its summary, its address, its headers and its body', async () => {
  const patches = [
    actingPatch('open', {
      input_schema: {
        type: 'object',
        properties: { pin: { type: 'string' }, card: { type: 'object' } },
        required: ['pin', 'card'],
      },
      redact,
      summary: { title: 'Open with {{pin}}', fields: [{ label: 'Card', value: '{{card}}' }] },
      request: {
        method: 'POST',
        path: '/open/{{pin}}',
        query: { pin: '{{pin}}' },
        headers: { 'X-Pin': '{{pin}}' },
        body: { all: '{{card}}' },
      },
      wired: { gate: 'confirm' },
    }),
  ];
  const { client, thread } = await startActing(service, { host, patches });
  const { id } = await converse(client, thread, `/call open ${args}\n---\n/say done`);
  expect((await threadOf(client, thread)).pending_confirmation?.summary).toEqual({
    title: 'Open with [redacted]',
    fields: [{ label: 'Card', value: '{"number":"[redacted]","name":"Bo"}' }],
  });
  await confirm(client, id, await pendingCall(client, thread));
  await settled(client, id);
  expect(host.calls).toMatchObject([
    { path: '/open/pin-zulu?pin=pin-zulu', headers: { 'x-pin': 'pin-zulu' }, body: { all: secretArgs.card } },
  ]);
  const shown = await shownOf(client, id);
  for (const secret of secrets) expect(shown).not.toContain(secret);
});

it('[patch.redact] [tool-call.request] a redacted argument that shapes the address still reaches the host', async () => {
  const patches = [
    actingPatch('open', {
      input_schema: {
        type: 'object',
        properties: { card: { type: 'object', properties: { number: { type: 'string' } } } },
        required: ['card'],
      },
      redact: { args: ['/card'] },
      request: { method: 'GET', path: '/cards/{{card.number}}' },
    }),
  ];
  const { client, thread } = await startActing(service, { host, patches });
  const { id } = await converse(
    client,
    thread,
    '/call open {"card":{"number":"card-yankee"}}\n---\n/say done',
  );
  expect(host.calls).toMatchObject([{ method: 'GET', path: '/cards/card-yankee' }]);
  const [call] = await callsOf(client, id);
  expect(call).toMatchObject({
    status: 'ok',
    request: { method: 'GET', url: `${host.url}/cards/{{card.number}}` },
  });
  expect(await shownOf(client, id)).not.toContain('card-yankee');
});

it('[patch.redact] the event of a proposed action is redacted; the caller, who must act, sees all on the thread', async () => {
  const patches = [actingPatch('sign', { interaction: 'proposed_action', input_schema: anyObject, redact })];
  const { client, thread } = await startActing(service, { host, patches });
  const { id } = await converse(client, thread, `/call sign ${args}\n---\n/say done`);
  expect((await threadOf(client, thread)).pending_action?.args).toEqual(secretArgs);
  const events = await eventsOf(service.db, id);
  expect(events.find(({ type }) => type === 'action.proposed')?.data).toEqual({
    tool_call_id: await pendingCall(client, thread),
    patch_ref: 'sign@1',
    args: shownArgs,
    created_at: expect.any(String),
    expires_at: expect.any(String),
  });
  await report(client, id, await pendingCall(client, thread));
  await settled(client, id);
  const shown = await shownOf(client, id);
  for (const secret of secrets) expect(shown).not.toContain(secret);
});

it('[patch.redact] what a host says of its own failure is hidden where the result is redacted', async () => {
  host.answer = (_, response) => json(response, 500, { token: 'tok-9876', reason: 'busy' });
  const patches = [actingPatch('open', { input_schema: anyObject, redact })];
  const { client, thread } = await startActing(service, { host, patches });
  const run = await converse(client, thread, `/call open ${args}\n---\n/say done`);
  expect(await callsOf(client, run.id)).toMatchObject([
    { status: 'failed', error: { code: 'outcome_unknown' }, result: { response: '[redacted]' } },
  ]);
  const stored = await service.db.tool_calls.findOne({ run_id: run.id });
  expect(stored?.result).toContain('tok-9876');
  const shown = await shownOf(client, run.id);
  for (const secret of secrets) expect(shown).not.toContain(secret);
});

it('[patch.redact] [run.trace.redacted] arguments that are refused are redacted too', async () => {
  const patches = [
    actingPatch('open', {
      input_schema: { type: 'object', properties: { pin: { type: 'string', maxLength: 2 } } },
      redact: { args: ['/pin'] },
    }),
  ];
  const { client, thread } = await startActing(service, { host, patches });
  const { id } = await converse(client, thread, '/call open {"pin":"pin-zulu"}\n---\n/say done');
  expect(await callsOf(client, id)).toMatchObject([
    { status: 'failed', error: { code: 'invalid_args' }, args: { pin: '[redacted]' } },
  ]);
  expect(await shownOf(client, id)).not.toContain('pin-zulu');
});

it('[patch.redact] [run.trace.redacted] arguments that are no JSON are hidden as a whole, in the turns after theirs too', async () => {
  const patches = [actingPatch('open', { input_schema: anyObject, redact: { args: ['/pin'] } })];
  const { client, thread } = await startActing(service, { host, patches });
  const broken = '/call open {"pin": "pin-zulu", "to"';
  const run = await converse(client, thread, `${broken}\n---\n${broken}\n---\n/say done`);
  expect(run).toMatchObject({ state: 'closed', message: { content: 'done' } });
  const { turns } = await traceOf(client, run.id);
  expect(turns[0]?.response?.['calls']).toEqual([{ id: 'call_0_0', name: 'open', unparsed: '[redacted]' }]);
  expect(JSON.stringify(turns[2]?.request)).toContain('"unparsed":"[redacted]"');
  expect(turns[0]?.tool_calls).toMatchObject([{ error: { code: 'invalid_args' }, args: {} }]);
  const stored = await service.db.turns.findOne({ run_id: run.id, seq: 1 });
  expect(stored?.calls).toMatchObject([{ unparsed: '{"pin": "pin-zulu", "to"' }]);
  expect(await shownOf(client, run.id)).not.toContain('pin-zulu');
});
