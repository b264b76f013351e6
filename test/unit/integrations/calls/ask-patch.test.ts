import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { json as readBody } from 'node:stream/consumers';
import { afterAll, expect, it } from 'vitest';
import { createMcpClient } from '#adapters/mcp-client/mcp-client.ts';
import { createOutboundHttp } from '#adapters/outbound-http/outbound-http.ts';
import { toJsonText } from '#contract/json-text.ts';
import type { OpenConnection } from '#engine/rules/call-connection.ts';
import { createAsking } from '#integrations/calls/ask-patch.ts';
import { ToolSessions } from '#integrations/calls/tool-sessions.ts';
import { SchemaPool } from '#patches/schemas/schema-pool.ts';
import { json } from '../../../support/acting.ts';
import { now, run, tool } from '../../../support/rules/documents.ts';
import { host } from '../../adapters/outbound-http/host.ts';

const outboundHttp = createOutboundHttp({ allowPrivateAddresses: ['loopback'] });
const schemas = new SchemaPool();
afterAll(async () => {
  await schemas.close();
  await outboundHttp.close();
});

const lookup = tool({
  key: 'verify',
  input_schema: { type: 'object', properties: { iban: { type: 'string' } }, required: ['iban'] },
  reliability: { idempotent: true, retry: 'safe' },
  request: {
    method: 'POST',
    path: '/verify',
    body: { iban: '{{iban}}', name: '{{name}}', tenant: '{{context.tenant}}' },
  },
}).patch;

/** Asks the patch on the connections `host` of the run and `bank`, and keeps what was sent. */
async function asked(
  {
    args = { iban: '{{args.iban}}', name: 'For {{payee.name}}' },
    connection,
    untilMs = 5000,
    claims = [],
  }: {
    args?: Record<string, unknown>;
    connection?: string;
    untilMs?: number;
    /** Gets the id and the approvals of what is signed. */
    claims?: unknown[];
  },
  answer: (response: ServerResponse) => void = (response) => json(response, 200, { result: 'match' }),
) {
  const sent: { headers: IncomingHttpHeaders; body: unknown }[] = [];
  const { url } = await host((request, response) => {
    const take = async () => {
      sent.push({ headers: request.headers, body: await readBody(request) });
      answer(response);
    };
    void take();
  });
  const open = (name: string): OpenConnection => ({
    id: `${name}-id`,
    name,
    type: 'http',
    base_url: url,
    headers: { 'x-connection': name },
    trace_context: false,
    updated_at: now,
  });
  const known = [open('host'), open('bank')];
  const asking = createAsking({
    patches: { get: async () => await Promise.resolve(lookup) },
    connections: {
      find: async (_, id) => await Promise.resolve(known.find((each) => each.id === id) ?? null),
    },
    connectionNames: {
      find: async (_, named) =>
        await Promise.resolve(known.find(({ id, name }) => [id, name].includes(named)) ?? null),
    },
    schemas,
    outboundHttp,
    toolSessions: new ToolSessions(createMcpClient(outboundHttp)),
    signApproval: (_, { _id, approvals }) => {
      claims.push({ _id, approvals });
      return 'signed';
    },
    traceContext: () => undefined,
  });
  const about = run({
    connection: { id: 'host-id', name: 'host' },
    context: toJsonText({ tenant: 't1' }),
  });
  const values = { args: { iban: 'DE1' }, payee: { name: 'Bo' } };
  const until = new Date(Date.now() + untilMs);
  const answers = await asking.ask({
    run: about,
    patch_ref: lookup.ref,
    args,
    values,
    until,
    ...(connection === undefined ? {} : { connection }),
  });
  return { answer: answers, sent };
}

it('[patch.ask] a patch is asked with filled templates, for the subject of the run, on its connection and without an approval', async () => {
  const claims: unknown[] = [];
  const { answer, sent } = await asked({ claims });
  expect(answer).toMatchObject({ result: { result: 'match' }, on: { id: 'host-id', name: 'host' } });
  expect(sent).toHaveLength(1);
  expect(sent[0]?.body).toEqual({ iban: 'DE1', name: 'For Bo', tenant: 't1' });
  const { headers } = sent[0] ?? {};
  expect(headers).toMatchObject({
    'x-connection': 'host',
    'service-subject': 'subject',
    'service-run': 'run',
    'service-approval': 'signed',
  });
  expect(claims).toEqual([{ _id: headers?.['idempotency-key'], approvals: undefined }]);
});

it('[patch.ask] every request has a key of its own', async () => {
  const keys = [await asked({}), await asked({})].map(({ sent }) => sent[0]?.headers['idempotency-key']);
  expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
  expect(keys[1]).not.toBe(keys[0]);
});

it.each(['bank', 'bank-id'])(
  '[patch.ask] it is asked on the connection %s, if it is named',
  async (connection) => {
    const { answer, sent } = await asked({ connection });
    expect(sent[0]?.headers['x-connection']).toBe('bank');
    expect(answer.on).toMatchObject({ id: 'bank-id', name: 'bank' });
  },
);

it('[patch.ask] nothing is sent on a connection that is gone, or with arguments that the patch does not take', async () => {
  const gone = await asked({ connection: 'nothing' });
  expect(gone).toEqual({ answer: { fault: 'the connection is gone', transient: false }, sent: [] });
  const invalid = await asked({ args: { iban: '{{args.amount}}' } });
  expect(invalid).toEqual({ answer: { fault: 'the arguments are not valid', transient: false }, sent: [] });
  const long = { iban: '{{args.iban}}', name: 'x'.repeat(100) + '{{payee}}'.repeat(100_000) };
  const tooLong = await asked({ args: long });
  expect(tooLong).toEqual({ answer: { fault: 'the arguments are too long', transient: false }, sent: [] });
});

it.each<[string, boolean, (response: ServerResponse) => void]>([
  ['refuses', false, (response) => json(response, 404, {})],
  ['fails', true, (response) => json(response, 500, {})],
  ['hangs up', true, (response) => response.destroy()],
  ['does not answer in time', true, () => {}],
])('[patch.ask] of a host that %s nothing is known: transient %s', async (_, transient, answer) => {
  const { answer: found } = await asked({ untilMs: 1500 }, answer);
  expect(found).toMatchObject({ fault: expect.any(String) as string, transient });
  expect(found).not.toHaveProperty('result');
});
