import type { ServerResponse } from 'node:http';
import { expect, it } from 'vitest';
import type { Event } from '#contract/event.ts';
import { actingPatch, type HostCall, json, startHost } from '../../support/acting.ts';
import { callsOf, startActing, traceOf } from '../../support/acting-run.ts';
import type { ApiClient } from '../../support/api-client.ts';
import { patchConnection } from '../../support/connections.ts';
import { converse, messagesOf } from '#client/conversation.ts';
import { eventsOf } from '../../support/events.ts';
import { startService } from '../../support/service.ts';
import { createEndpoint, startReceiver } from '../../support/webhook-receiver.ts';
import { perFile } from '../../support/per-file.ts';

const service = perFile(startService);
const host = perFile(startHost);
const receiver = perFile(startReceiver);
const base64 = (text: string) => Buffer.from(text).toString('base64');
const auths = {
  bearer: { auth: { type: 'bearer', token: 'hunter/2+Token=' }, secrets: ['hunter/2+Token='] },
  basic: {
    auth: { type: 'basic', username: 'ada', password: 'hunter:"2"' },
    secrets: ['hunter:"2"', base64('ada:hunter:"2"')],
  },
  header: { auth: { type: 'header', name: 'X-Key', value: 'hunter two' }, secrets: ['hunter two'] },
} as const;
const region = 'hunter-region';

/** Every header that came, in the forms in which a careless host may show it. */
function echoOf({ headers }: HostCall): unknown {
  const texts = [headers.authorization, headers['x-key'], headers['x-region']].filter(
    (value) => typeof value === 'string',
  );
  return {
    headers: texts,
    encoded: texts.map(encodeURIComponent),
    base64: texts.map((text) => base64(`-${text}-`)),
    dump: JSON.stringify(texts),
    [texts.join(' ')]: true,
  };
}

/** All that anybody is shown or told of a run, and all that is stored of it, as one text. */
async function allOf(client: ApiClient, thread: string, run: string): Promise<string> {
  await receiver.received('run.completed');
  const of = { run_id: run };
  const { data: events } = await client.get<Event[]>(`/v1/events?run_id=${run}&limit=100`);
  return JSON.stringify([
    await traceOf(client, run),
    await messagesOf(client, thread),
    events,
    await eventsOf(service.db, run),
    await service.db.tool_calls.find(of).toArray(),
    await service.db.turns.find(of).toArray(),
    receiver.deliveries.map(({ body }) => body),
    service.logs,
  ]);
}

const answers: [how: string, answer: (call: HostCall, response: ServerResponse) => void, status: string][] = [
  ['in its answer', (call, response) => json(response, 200, echoOf(call)), 'ok'],
  ['in a text', (call, response) => response.end(`got ${JSON.stringify(echoOf(call))}`), 'ok'],
  ['in an error', (call, response) => json(response, 401, echoOf(call)), 'failed'],
  [
    'where an error is cut off',
    (call, response) =>
      response
        .writeHead(500)
        .end(`${'.'.repeat(1990)}${String(call.headers.authorization ?? call.headers['x-key'])}`),
    'failed',
  ],
];

it.each(
  Object.entries(auths).flatMap(([type, auth]) =>
    answers.map(([how, answer, status]) => [type, how, auth, answer, status] as const),
  ),
)(
  '[connection.secrets-scrubbed] [connection.secrets-never-returned] the secrets of %s that a host echoes %s: nobody is told them',
  async (_type, _how, { auth, secrets }, answer, status) => {
    host.calls.length = 0;
    receiver.deliveries.length = 0;
    host.answer = answer;
    const { client, thread } = await startActing(service, { host, patches: [actingPatch('look')] });
    await createEndpoint(client, receiver.url);
    const { data: connections } = await client.get<{ id: string }[]>('/v1/connections');
    const changed = { auth, headers: { 'X-Region': region } };
    expect((await patchConnection(client, connections[0]?.id ?? '', changed)).status).toBe(200);
    const run = await converse(client, thread, '/call look {}\n---\n/say It said: {{last}}');
    expect(run.state).toBe('closed');
    expect(host.calls).toMatchObject([{ headers: { 'x-region': region } }]);
    const [call] = await callsOf(client, run.id);
    expect(call?.status).toBe(status);
    expect(run.message?.content).toContain('[redacted');
    const all = await allOf(client, thread, run.id);
    for (const secret of [...secrets, region]) {
      const forms = [secret, encodeURIComponent(secret), base64(secret), base64(`-${secret}`).slice(2, -4)];
      for (const form of forms) {
        expect(all).not.toContain(JSON.stringify(form).slice(1, -1));
        expect(all).not.toContain(JSON.stringify(JSON.stringify(form).slice(1, -1)).slice(1, -1));
      }
    }
    expect(all).not.toContain('hunter');
  },
);

it('[connection.secrets-scrubbed] what a host answers beside its secrets stays as it was', async () => {
  host.answer = ({ headers }, response) =>
    json(response, 200, { token: headers.authorization, amount: 12.5, list: [null, { name: 's3cre' }] });
  const { client, thread } = await startActing(service, { host, patches: [actingPatch('look')] });
  const run = await converse(client, thread, '/call look {}\n---\n/say done');
  expect(await callsOf(client, run.id)).toMatchObject([
    { status: 'ok', result: { token: '[redacted]', amount: 12.5, list: [null, { name: 's3cre' }] } },
  ]);
});
