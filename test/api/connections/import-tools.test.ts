import { expect, it } from 'vitest';
import { publishTools } from '#api/resources/connections/publish-tools.ts';
import type { ImportedTool } from '#contract/mcp-tool.ts';
import type { Patch } from '#contract/patch.ts';
import { SchemaPool } from '#patches/schemas/schema-pool.ts';
import { createConnection, deleteConnection } from '../../support/connections.ts';
import { connectMcp, importRefs, importTools, requestImport } from '../../support/mcp/imports.ts';
import { mcpTool, startMcpHost } from '#tools/dev/stand-ins/mcp-host.ts';
import { verdict } from '../../support/verdict.ts';
import { perTest } from '../../support/per-file.ts';
import { sharedService } from '../../support/service.ts';

const service = sharedService('without-worker');
const host = perTest(startMcpHost);
const client = perTest(async () => (await service.workspace()).client);
const patch = async (ref = '') => (await client.get<Patch>(`/v1/patches/${ref}`)).data;
const codes = (tools: ImportedTool[]) =>
  Object.fromEntries(tools.map(({ name, error }) => [name, error?.code]));

it('[mcp-connection.import] [mcp-connection.import.proposal] each tool is a patch, bound to where it comes from', async () => {
  host.tools = [
    mcpTool('getPerson'),
    mcpTool('delete-person', { annotations: {}, title: 'Delete a person' }),
  ];
  const id = await connectMcp(client, host.url);
  const overrides = { 'delete-person': { timeout_seconds: 5, redact: { args: ['/to'] } } };
  expect(await importTools(client, id, { prefix: 'crm_', overrides })).toEqual([
    {
      name: 'getPerson',
      ref: 'crm_get_person@1',
      changed: true,
      proposed: { risk: { base: 'low' }, reliability: { idempotent: true, retry: 'always' }, gate: null },
    },
    {
      name: 'delete-person',
      ref: 'crm_delete_person@1',
      changed: true,
      proposed: {
        risk: { base: 'high' },
        reliability: { idempotent: false, retry: 'safe' },
        gate: 'confirm',
      },
    },
  ]);
  expect(await patch('crm_delete_person@1')).toMatchObject({
    description: 'Does delete-person.',
    interaction: 'silent',
    input_schema: mcpTool('x')['inputSchema'],
    risk: { base: 'high' },
    timeout_seconds: 5,
    redact: { args: ['/to'] },
    summary: { title: 'Delete a person' },
    mcp: { connection_id: id, tool: 'delete-person', digest: expect.stringMatching(/^[0-9a-f]{64}$/) },
  });
});

it('[mcp-connection.import.unchanged] what has not changed keeps its version, what has is a new one, and agents keep what they have', async () => {
  host.tools = [mcpTool('a'), mcpTool('b')];
  const id = await connectMcp(client, host.url);
  const first = await importRefs(client, id);
  const wired = {
    key: 'k',
    name: 'K',
    instructions: '',
    model_class: 'scripted',
    patches: [{ ref: first['a'] }],
  };
  const { data: agent } = await client.post<{ id: string }>('/v1/agents', wired);
  host.tools = [mcpTool('b'), mcpTool('a', { description: 'Does something else.' })];
  const again = await importTools(client, id);
  expect(again.map(({ ref, changed }) => [ref, changed])).toEqual([
    ['b@1', false],
    ['a@2', true],
  ]);
  expect((await patch('a@1')).description).toBe('Does a.');
  expect((await client.get(`/v1/agents/${agent.id}`)).data).toMatchObject({ patches: [{ ref: 'a@1' }] });
  const annotated = mcpTool('b', { annotations: { readOnlyHint: true, openWorldHint: true } });
  host.tools = [annotated];
  expect(await importTools(client, id)).toMatchObject([{ ref: 'b@2', changed: true }]);
  expect(await importTools(client, id, { overrides: { b: { price_credits: 1 } } })).toMatchObject([
    { ref: 'b@3', changed: true },
  ]);
});

it('[mcp-connection.import.unchanged] of imports at the same time, one publishes', async () => {
  host.tools = [mcpTool('a'), mcpTool('b')];
  const id = await connectMcp(client, host.url);
  const all = await Promise.all([importTools(client, id), importTools(client, id), importTools(client, id)]);
  expect(all.map((tools) => tools.map(({ ref }) => ref).join())).toEqual(Array(3).fill('a@1,b@1'));
  expect(all.flat().filter(({ changed }) => changed)).toHaveLength(2);
});

it('[mcp-connection.import.faults] tools that cannot be imported are reported, and the others are imported', async () => {
  host.tools = [
    mcpTool('fine'),
    mcpTool('no_object', { inputSchema: { type: 'string' } }),
    mcpTool('no_schema', { inputSchema: { type: 'object', properties: { a: { type: 'text' } } } }),
    mcpTool('elsewhere', { inputSchema: { type: 'object', $ref: 'https://evil.example/schema' } }),
    mcpTool('extract'),
    mcpTool('💥/☃'),
    mcpTool('two words'),
    mcpTool('two-words'),
    mcpTool('twice'),
    mcpTool('twice'),
    'no tool',
    mcpTool('last'),
  ];
  const tools = await importTools(client, await connectMcp(client, host.url));
  expect(codes(tools)).toEqual({
    fine: undefined,
    no_object: 'invalid_tool',
    no_schema: 'invalid_tool',
    elsewhere: 'invalid_tool',
    extract: 'invalid_tool',
    '💥/☃': 'invalid_key',
    'two words': 'duplicate_key',
    'two-words': 'duplicate_key',
    twice: 'duplicate_tool',
    last: undefined,
  });
  expect(tools.find(({ name }) => name === 'no_object')?.error?.message).toMatch(
    /^input_schema: must have type object/,
  );
  expect(
    tools
      .filter(({ error }) => error !== undefined)
      .every(({ ref, changed }) => ref === undefined && !changed),
  ).toBe(true);
});

it('[mcp-connection.import.faults] [mcp-connection.import.bounds] schemas that take too long to compile take no more than the time of an import', async () => {
  const oneOf = Array.from({ length: 700 }, (_, index) => ({
    properties: { [`a${index}`]: { minimum: 1 } },
  }));
  const tools = [
    mcpTool('a'),
    mcpTool('b', { inputSchema: { type: 'object', oneOf, additionalProperties: true } }),
    mcpTool('c'),
  ];
  const listed = tools.map((definition) => ({ name: String(definition['name']), definition, digest: 'd' }));
  const schemas = new SchemaPool();
  const publish = async (limits: { allMs: number; eachMs: number }) => {
    const { id } = await service.workspace();
    const tools = { connectionId: 'c', listed, body: {} };
    return codes(await publishTools({ db: service.db, schemas }, { workspace_id: id }, tools, limits));
  };
  const [b, c] = ['invalid_tool', 'invalid_tool'];
  expect(await publish({ allMs: 60_000, eachMs: 300 })).toEqual({ a: undefined, b, c: undefined });
  expect(await publish({ allMs: 300, eachMs: 300 })).toMatchObject({ b, c });
  await schemas.close();
});

it('[mcp-connection.import.faults] a patch of the same key that is something else is not followed', async () => {
  const id = await connectMcp(client, host.url);
  await client.post('/v1/patches', {
    key: 'look',
    description: 'Looks.',
    interaction: 'silent',
    input_schema: { type: 'object' },
    risk: { base: 'low' },
    reliability: { idempotent: true, retry: 'safe' },
  });
  expect(codes(await importTools(client, id))).toEqual({ look: 'key_taken' });
  const other = await connectMcp(client, host.url, { name: 'other' });
  expect(await importRefs(client, id, { prefix: 'one_' })).toEqual({ look: 'one_look@1' });
  expect(codes(await importTools(client, other, { prefix: 'one_' }))).toEqual({ look: 'key_taken' });
  await deleteConnection(client, id);
  expect(await importRefs(client, other, { prefix: 'one_' })).toEqual({ look: 'one_look@2' });
  expect((await patch('one_look@2')).mcp?.connection_id).toBe(other);
});

it('[mcp-connection.import.bounds] of a server with very many tools, those to import are named', async () => {
  host.tools = Array.from({ length: 129 }, (_, index) => mcpTool(`t${index}`));
  host.pageSize = 50;
  const id = await connectMcp(client, host.url);
  const refused = await requestImport(client, id);
  expect(verdict(refused)).toEqual([422, 'invalid_request']);
  expect(refused.error.details).toMatchObject([{ path: 'tools', code: 'too_many_tools' }]);
  expect(await importRefs(client, id, { tools: ['t128', 't7'] })).toEqual({ t128: 't128@1', t7: 't7@1' });
  expect(codes(await importTools(client, id, { tools: ['t7', 'nope'] }))).toEqual({
    t7: undefined,
    nope: 'unknown_tool',
  });

  host.tools = Array.from({ length: 10_000 }, (_, index) => ({
    name: `t${index}`,
    inputSchema: { type: 'object' },
  }));
  delete host.pageSize;
  const many = await requestImport(client, id, { tools: ['t7'] });
  expect(verdict(many)).toEqual([422, 'mcp_server_error']);
  expect((await client.get<Patch[]>('/v1/patches?key=t7')).data).toHaveLength(1);
});

it.each([
  [
    'never answers',
    () => void (host.answers['tools/list'] = (_, { response }) => response.destroy()),
    'reset',
  ],
  [
    'answers with 3 MiB',
    () => void (host.tools = [mcpTool('a', { description: 'x'.repeat(3_000_000) })]),
    'too_large',
  ],
  [
    'refuses',
    () => void (host.answers['tools/list'] = (_, reply) => reply.error(-32_000, 'No.')),
    'rpc_error',
  ],
])(
  '[mcp-connection.import] a server that %s is 422 mcp_server_error, and nothing is published',
  async (_, prepare, code) => {
    prepare();
    const refused = await requestImport(client, await connectMcp(client, host.url));
    expect(verdict(refused)).toEqual([422, 'mcp_server_error']);
    expect(refused.error.details).toMatchObject({ code });
    expect(await service.db.patches.countDocuments({ 'mcp.tool': 'a' })).toBe(0);
  },
);

it('[mcp-connection.import] [connection.secrets-scrubbed] [connection.secrets-never-returned] a server that echoes the secret in what it lists does not have it published', async () => {
  const token = 'hunter2-token';
  host.tools = [mcpTool('look', { title: `by ${token}`, description: `Uses ${token}.` }), mcpTool(token)];
  const id = await connectMcp(client, host.url, { auth: { type: 'bearer', token } });
  const tools = await importTools(client, id);
  expect(tools.map(({ ref }) => ref)).toEqual(['look@1']);
  const published = await patch('look@1');
  expect(published.description).toBe('Uses [redacted].');
  expect(JSON.stringify([tools, published, service.logs])).not.toContain('hunter');
});

it.each([
  [{ tools: [] }],
  [{ tools: ['a', 'a'] }],
  [{ tools: Array.from({ length: 129 }, (_, index) => `t${index}`) }],
  [{ tools: ['a'], overrides: { b: {} } }],
  [{ prefix: 'Crm_' }],
  [{ overrides: { look: { risk: { base: 'none' } } } }],
  [{ overrides: { look: { key: 'Look' } } }],
  [{ overrides: { look: { mcp: {} } } }],
  [{ overrides: { look: { timeout_seconds: 301 } } }],
  [{ publish: true }],
])('[mcp-connection.import] an import of %j is refused before the server is asked', async (body) => {
  const id = await connectMcp(client, host.url);
  expect(verdict(await requestImport(client, id, body))).toEqual([422, 'invalid_request']);
  expect(host.requests).toEqual([]);
});

it('[mcp-connection.import] only MCP servers have tools to import, and only those of the workspace', async () => {
  const plain = await createConnection(client, { name: 'plain' });
  const refused = await requestImport(client, plain.id);
  expect(verdict(refused)).toEqual([422, 'invalid_request']);
  expect(refused.error.details).toMatchObject([{ code: 'not_mcp' }]);
  const id = await connectMcp((await service.workspace()).client, host.url);
  expect(verdict(await requestImport(client, id))).toEqual([404, 'not_found']);
  expect(host.requests).toEqual([]);
});

it('[mcp-connection.import] a patch cannot be bound to a tool otherwise', async () => {
  const id = await connectMcp(client, host.url);
  const { ref, version, created_at, ...definition } = await patch((await importRefs(client, id))['look']);
  expect([ref, version, created_at]).toEqual(['look@1', 1, expect.any(String)]);
  expect(verdict(await client.post('/v1/patches', definition))).toEqual([422, 'invalid_request']);
});

it('[mcp-connection.import.bounds] a workspace waits for few servers at once', async () => {
  const released: (() => void)[] = [];
  host.answers['tools/list'] = (_, reply) =>
    void released.push(() => reply.result({ tools: [], ttlMs: 0, cacheScope: 'private' }));
  const id = await connectMcp(client, host.url);
  const waiting = Array.from({ length: 4 }, async () => await requestImport(client, id));
  await expect.poll(() => released.length).toBe(4);
  expect(verdict(await requestImport(client, id))).toEqual([429, 'rate_limited']);
  for (const release of released) release();
  expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
});
