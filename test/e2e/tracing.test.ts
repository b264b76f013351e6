import { expect, it, vi } from 'vitest';
import { converse, post, publishScripted, settled, startThread } from '#clients/raw/conversation.ts';
import { actingPatch, json, publishActing, startHost } from '../support/acting.ts';
import type { Connection } from '#contract/connection.ts';
import { mcpTool, startMcpHost } from '#tools/dev/stand-ins/mcp-host.ts';
import { confirm, pendingCall, threadOf } from '../support/acting-run.ts';
import { patchConnection } from '../support/connections.ts';
import { connectMcp, importRefs } from '../support/mcp/imports.ts';
import { sendCurrent } from '../support/mcp/current-revision.ts';
import { connect, mcpTarget, register } from '../support/mcp/oauth-flow.ts';
import { type ReceivedSpan, startOtlpReceiver } from '../support/otlp-receiver.ts';
import { patience } from '../support/patience.ts';
import { perFile } from '../support/per-file.ts';
import { startProcessStack } from '../support/process-stack.ts';

vi.setConfig(patience);

const host = perFile(startHost);
const collector = perFile(startOtlpReceiver);
const stack = perFile(() =>
  startProcessStack('tracing', {
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_BSP_SCHEDULE_DELAY: '50',
  }),
);

const traceOf = (run: string) => run.replaceAll('-', '');
const named = (spans: ReceivedSpan[], name: string) => spans.filter((span) => span.name === name);
const ofRun = (spans: ReceivedSpan[]) =>
  spans.filter(({ scope, name }) => scope === 'heddle' && !name.startsWith('activity '));

const secret = 'IBAN-of-Bo-4711';

it('[tracing.one-trace] [tracing.spans] [tracing.no-content] [tracing.requests] a run with a held call, decided after its worker was killed and replaced, is one trace without content', async () => {
  host.answer = (_, response) => json(response, 200, { receipt: secret });
  const { client, id: workspace } = await stack.workspace();
  const pay = actingPatch('pay', { wired: { gate: 'confirm' } });
  const agent = await publishActing(client, host, [pay]);
  const thread = await startThread(client, agent.id);
  const run = await post(
    client,
    thread,
    `/call pay {"amount":12,"to":"${secret}"}\n---\n/say done ${secret}`,
  );
  expect(await settled(client, run)).toMatchObject({ state: 'awaiting_input' });
  const call = await pendingCall(client, thread);
  // A worker that is killed takes along what it has not exported yet.
  await collector.trace(traceOf(run), (spans) => named(spans, 'chat scripted').length === 1);
  await stack.kill('worker');
  await stack.restart('worker');
  const caller = { trace: 'ab'.repeat(16), span: 'cd'.repeat(8) };
  await fetch(`${stack.apiUrl}/v1/loom/runs/${run}?wait=0&secret=${secret}`, {
    headers: { traceparent: `00-${caller.trace}-${caller.span}-01`, 'User-Agent': secret },
  });
  expect((await confirm(client, run, call)).status).toBe(202);
  expect(await settled(client, run)).toMatchObject({ state: 'closed' });
  const spans = await collector.trace(
    traceOf(run),
    (received) =>
      ofRun(received).length === 6 && received.some(({ name }) => name === 'activity executePatch'),
  );
  const requestOfCaller = () =>
    collector.spans.find(({ links }) => links.some(({ traceId }) => traceId === caller.trace));
  const requestThatDecided = () => {
    const linked = named(spans, 'await_approval pay')[0]?.links[0];
    return collector.spans.find(({ spanId }) => spanId === linked?.spanId);
  };
  await collector.trace(
    traceOf(run),
    () => requestOfCaller() !== undefined && requestThatDecided() !== undefined,
  );
  const [root] = named(spans, `invoke_agent ${agent.name}`);
  expect(root).toMatchObject({
    parentSpanId: undefined,
    attributes: {
      'gen_ai.operation.name': 'invoke_agent',
      'gen_ai.agent.name': agent.name,
      'gen_ai.agent.version': agent.id,
      'gen_ai.conversation.id': thread,
      'heddle.run.id': run,
      'heddle.workspace.id': workspace,
      'heddle.run.state': 'closed',
      'heddle.run.turns': 2,
    },
    resource: { 'service.name': 'heddle', 'service.version': '0.1.0' },
  });
  const own = ofRun(spans);
  expect(own.map(({ name }) => name).toSorted()).toEqual([
    'accept_message',
    'await_approval pay',
    'chat scripted',
    'chat scripted',
    'execute_tool pay',
    `invoke_agent ${agent.name}`,
  ]);
  expect(new Set(own.map(({ spanId }) => spanId)).size).toBe(own.length);
  for (const span of own) {
    if (span === root) continue;
    expect(span.parentSpanId).toBe(root?.spanId);
    expect(span.start).toBeGreaterThanOrEqual(root?.start ?? Infinity);
    expect(span.end).toBeLessThanOrEqual(root?.end ?? 0);
  }
  expect(named(own, 'await_approval pay')[0]?.attributes).toMatchObject({
    'heddle.wait.kind': 'confirmation',
    'heddle.wait.result': 'approved',
    'gen_ai.tool.call.id': call,
  });
  // The workers' spans are below the run's root, and the requests of people are linked.
  const others = spans.filter(({ scope }) => scope !== 'heddle');
  const turn = named(spans, 'activity callModel');
  expect(turn.map(({ parentSpanId }) => parentSpanId)).toContain(root?.spanId);
  const turnIds = new Set(turn.map(({ spanId }) => spanId));
  const inTurn = others.filter(({ parentSpanId = '' }) => turnIds.has(parentSpanId));
  expect(inTurn.map(({ attributes }) => attributes['db.operation.name'])).toContain('bulkWrite');
  expect(others.some(({ scope }) => scope.includes('instrumentation-undici'))).toBe(true);
  const request = requestOfCaller();
  expect(request).toMatchObject({ parentSpanId: undefined, attributes: { 'http.request.method': 'GET' } });
  expect(request?.traceId).not.toBe(caller.trace);
  expect(requestThatDecided()?.attributes).toMatchObject({
    'http.request.method': 'POST',
    'http.route': '/v1/loom/runs/{id}/confirm',
    'http.response.status_code': 202,
    'heddle.run.id': run,
    'heddle.workspace.id': workspace,
    'heddle.request.id': expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
  const collections = others.map(({ attributes }) => attributes['db.collection.name']);
  expect(collections).not.toContain('$cmd');
  for (const word of [secret, '"ada"', '/v1/loom/runs/0', 'secret='])
    expect(collector.text()).not.toContain(word);
  expect(collector.contentTypes).toEqual(new Set(['application/x-protobuf']));
});

it('[tracing.mcp-context] a trace context in a message of MCP is linked from the request, and from the run that it opens', async () => {
  const target = await mcpTarget({ baseUrl: stack.apiUrl, workspace: async () => await stack.workspace() });
  const { access_token: token } = await connect(target, await register(stack.apiUrl));
  const caller = { traceId: '12'.repeat(16), spanId: '34'.repeat(8) };
  const meta = { traceparent: `00-${caller.traceId}-${caller.spanId}-01` };
  const said = { name: 'send_message', arguments: { message: '/say Hello' } };
  const { message } = await sendCurrent({ url: target.resource, token, meta }, 'tools/call', said);
  const { run_id = '' } = (message.result?.['structuredContent'] ?? {}) as { run_id?: string };
  const isRoot = ({ name }: ReceivedSpan) => name.startsWith('invoke_agent');
  const isRequest = ({ attributes }: ReceivedSpan) => attributes['http.route'] === '/mcp/{agent_id}';
  const spans = await collector.trace(
    traceOf(run_id),
    (received) => received.some(isRoot) && collector.spans.some(isRequest),
  );
  expect(spans.find(isRoot)?.links).toContainEqual(caller);
  expect(named(spans, 'accept_message')[0]?.links).toContainEqual(caller);
  expect(collector.spans.find(isRequest)).toMatchObject({ parentSpanId: undefined, links: [caller] });
});

it('[connection.trace-context] a call carries the context of its attempt if its connection asks for it, and no other does', async () => {
  const { client } = await stack.workspace();
  const pay = actingPatch('pay', { wired: { gate: 'confirm' } });
  const mcpHost = await startMcpHost();
  mcpHost.tools = [mcpTool('look')];
  const tools = await connectMcp(client, mcpHost.url, { trace_context: true });
  const { look = '' } = await importRefs(client, tools);
  const [paying] = [await publishActing(client, host, [pay])];
  const looking = await publishScripted(client, { key: 'looking', patches: [{ ref: look }] });
  host.calls.length = 0;
  mcpHost.requests.length = 0;
  const pays = async (change?: { trace_context: boolean }) => {
    const thread = await startThread(client, paying.id);
    const { id: run } = await converse(client, thread, '/call pay {"amount":5}\n---\n/say Paid');
    const { digest, tool_call_id = '' } = (await threadOf(client, thread)).pending_confirmation ?? {};
    const [connection] = (await client.get<Connection[]>('/v1/connections')).data.filter(
      ({ name }) => name === 'host',
    );
    if (change !== undefined) await patchConnection(client, connection?.id ?? '', change);
    const body = { tool_call_id, decision: 'approve', digest };
    expect((await client.post(`/v1/loom/runs/${run}/confirm`, body)).status).toBe(202);
    await settled(client, run);
    return { run, header: host.calls.at(-1)?.headers['traceparent'] };
  };
  expect((await pays()).header).toBeUndefined();
  // The digest of the held call is the same after it.
  const { run, header } = await pays({ trace_context: true });
  const attempt = (spans: ReceivedSpan[], at: unknown) =>
    spans.find(({ spanId, traceId }) => at === `00-${traceId}-${spanId}-01`);
  const isThere = (at: unknown) => (spans: ReceivedSpan[]) => attempt(spans, at) !== undefined;
  expect(attempt(await collector.trace(traceOf(run), isThere(header)), header)?.name).toMatch(/^activity /);
  expect((await pays({ trace_context: false })).header).toBeUndefined();

  const thread = await startThread(client, looking.id);
  const { id } = await converse(client, thread, '/call look {}\n---\n/say Seen');
  const carried = mcpHost.requests.map(({ headers }) => headers['traceparent']);
  expect(new Set(carried).size).toBe(1);
  const [given] = carried;
  expect(attempt(await collector.trace(traceOf(id), isThere(given)), given)?.name).toMatch(/^activity /);
  const call = mcpHost.requests.find(({ method }) => method === 'tools/call');
  expect(call?.params).toMatchObject({ _meta: { traceparent: given } });
  await mcpHost.stop();
});

it('[tracing.outage] a collector that hangs delays no run, and no process that is told to stop', async () => {
  collector.hang();
  const { client } = await stack.workspace();
  const thread = await startThread(client, (await publishScripted(client)).id);
  for (let count = 0; count < 20; count += 1) {
    expect(await converse(client, thread, '/say one')).toMatchObject({ state: 'closed' });
  }
  stack.signal('worker', 'SIGTERM');
  stack.signal('api', 'SIGTERM');
  expect(await stack.ended('worker')).toBe('exit code 0');
  expect(await stack.ended('api')).toBe('exit code 0');
});
