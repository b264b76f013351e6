import type { ServerResponse } from 'node:http';
import { expect, it } from 'vitest';
import type { Event } from '#contract/event.ts';
import { actingPatch, type HostCall, json, startHost } from '../../support/acting.ts';
import { callsOf, startActing, traceOf } from '../../support/acting-run.ts';
import type { ApiClient } from '../../support/api-client.ts';
import { patchConnection } from '../../support/connections.ts';
import { converse, messagesOf } from '#clients/raw/conversation.ts';
import { eventsOf } from '../../support/events.ts';
import { sharedService } from '../../support/service.ts';
import { createEndpoint, startReceiver } from '../../support/webhook-receiver.ts';
import { perFile } from '../../support/per-file.ts';

const service = sharedService();
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

/** Everything that is shown or stored of a run, as one text. */
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

/** How a host shows what it was sent, by the patch that it is called with. */
const answers: Record<
  string,
  { status: string; answer: (call: HostCall, response: ServerResponse) => void }
> = {
  in_its_answer: { status: 'ok', answer: (call, response) => json(response, 200, echoOf(call)) },
  in_a_text: {
    status: 'ok',
    answer: (call, response) => response.end(`got ${JSON.stringify(echoOf(call))}`),
  },
  in_an_error: { status: 'failed', answer: (call, response) => json(response, 401, echoOf(call)) },
  where_an_error_is_cut_off: {
    status: 'failed',
    answer: ({ headers }, response) =>
      response.writeHead(500).end(`${'.'.repeat(1990)}${String(headers.authorization ?? headers['x-key'])}`),
  },
};

it.each(Object.entries(auths))(
  '[connection.secrets-scrubbed] [connection.secrets-never-returned] the secrets of %s that a host echoes in answers, texts and errors: nobody is told them',
  async (_, { auth, secrets }) => {
    host.calls.length = 0;
    receiver.deliveries.length = 0;
    host.answer = (call, response) => answers[call.path.slice(1)]?.answer(call, response);
    const names = Object.keys(answers);
    const { client, thread } = await startActing(service, {
      host,
      patches: names.map((name) => actingPatch(name)),
    });
    await createEndpoint(client, receiver.url);
    const { data: connections } = await client.get<{ id: string }[]>('/v1/connections');
    const changed = { auth, headers: { 'X-Region': region } };
    expect((await patchConnection(client, connections[0]?.id ?? '', changed)).status).toBe(200);
    const turns = names.map((name) => `/call ${name} {}\n/say After it: {{last}}`);
    const run = await converse(client, thread, [...turns, '/say It said: {{last}}'].join('\n---\n'));
    expect(run.state).toBe('closed');
    expect(host.calls).toMatchObject(names.map(() => ({ headers: { 'x-region': region } })));
    const calls = await callsOf(client, run.id);
    expect(calls.map(({ status }) => status)).toEqual(Object.values(answers).map(({ status }) => status));
    expect(run.message?.content.split('[redacted').length).toBeGreaterThan(names.length);
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
