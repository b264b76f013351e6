import { request } from 'node:http';
import { type Attack, expectThat, whileLoopsAreWatched } from '../attack.ts';
import { silentPatch } from '../silent-patch.ts';
import type { AttackStack } from '../stack/attack-stack.ts';
import { ApprovingBrowser } from '../approving-browser.ts';
import { connectMcpClient, McpClient } from '../mcp-client.ts';
import type { Tenant } from '../tenant.ts';

const payment = '/call pay {"amount":5}';

/** A tenant whose agent pays behind a gate. */
async function payingTenant(stack: AttackStack): Promise<{ tenant: Tenant; agent: string }> {
  const tenant = await stack.newTenant();
  await tenant.connect('host', stack.echoHost.url);
  const patch = silentPatch({ key: 'pay', request: { method: 'POST', path: '/pay' } });
  await tenant.must('POST', '/v1/patches', { body: patch });
  return { tenant, agent: await tenant.publish([], { patches: [{ ref: 'pay@1', gate: 'confirm' }] }) };
}

/** Has a write held. @returns the ids of run and call, and the state that the client would send back */
async function hold(client: McpClient) {
  const { run, requestState } = await client.call('send_message', { message: payment });
  if (requestState === undefined) return { ...run, requestState: '' };
  const state = Buffer.from(requestState.split('.')[1] ?? '', 'base64url').toString();
  const { p } = JSON.parse(state) as { p: { run_id: string; tool_call_id: string } };
  return { run_id: p.run_id, pending: { tool_call_id: p.tool_call_id }, requestState };
}

/** Has a write held. @returns the run, and the address at which its user decides */
async function holdForPage(tenant: Tenant, agent: string, client: McpClient) {
  const { run_id, pending } = await hold(client);
  return { run_id, url: `${tenant.baseUrl}/mcp/approvals/${agent}/${run_id}/${pending?.tool_call_id}` };
}

async function stateOf(tenant: Tenant, runId: string): Promise<string> {
  return (await tenant.must<{ state: string }>('GET', `/v1/loom/runs/${runId}`, { subject: 'ada' })).state;
}

/** Attacks by MCP clients, and by pages that call the MCP server. */
export const mcp: Attack[] = [
  {
    name: 'a token of one agent at another, and the runs of another grant',
    run: async (stack) => {
      const { tenant, agent } = await payingTenant(stack);
      const other = await tenant.publish([], { key: 'other' });
      const [victim, attacker] = [
        await connectMcpClient(tenant, agent),
        await connectMcpClient(tenant, agent, { subject: 'mallory' }),
      ];
      const elsewhere = new McpClient(`${tenant.baseUrl}/mcp/${other}`, attacker);
      const { status } = await elsewhere.call('send_message', { message: 'Hello' });
      expectThat(status === 401, `another agent answered with ${status}`);
      const { run_id, pending } = await hold(victim);
      const ids = { run_id, tool_call_id: pending?.tool_call_id };
      for (const [tool, args] of [
        ['get_run', { run_id }],
        ['confirm', { ...ids, decision: 'approve' }],
        ['report_outcome', { ...ids, state: 'occurred' }],
      ] as const) {
        const { text } = await attacker.call(tool, args);
        expectThat(text.includes('not_found'), `${tool} answered ${text.slice(0, 200)}`);
      }
      return '401 for the agent, not_found for the runs';
    },
  },
  {
    name: 'approvals with a grant to read only',
    run: async (stack) => {
      const { tenant, agent } = await payingTenant(stack);
      const client = await connectMcpClient(tenant, agent, { scope: 'read' });
      const { run, requestState } = await client.call('send_message', { message: payment });
      expectThat(requestState === undefined, 'the user is asked for a decision');
      const args = { run_id: run.run_id, tool_call_id: run.pending?.tool_call_id, decision: 'approve' };
      const { status } = await client.call('confirm', args);
      expectThat(status === 403, `answered with ${status}`);
      const state = await stateOf(tenant, run.run_id);
      expectThat(state === 'awaiting_input', `the run is ${state}`);
      return '403, and the write is still held';
    },
  },
  {
    name: 'an approval of a form that another grant was asked',
    run: async (stack) => {
      const { tenant, agent } = await payingTenant(stack);
      const [asked, other] = [await connectMcpClient(tenant, agent), await connectMcpClient(tenant, agent)];
      const { run_id, requestState } = await hold(asked);
      const inputResponses = { user: { action: 'accept', content: { decision: 'approve' } } };
      const [version, payload = '', mac] = requestState.split('.');
      const changed = Buffer.from(payload, 'base64url').toString().replace('confirmation', 'question');
      const forged = [version, Buffer.from(changed).toString('base64url'), mac].join('.');
      for (const [client, state] of [
        [other, requestState],
        [asked, forged],
      ] as const) {
        const { text } = await client.call(
          'send_message',
          { message: payment },
          { requestState: state, inputResponses },
        );
        expectThat(text.includes('Invalid or expired requestState'), `answered ${text.slice(0, 200)}`);
      }
      const state = await stateOf(tenant, run_id);
      expectThat(state === 'awaiting_input', `the run is ${state}`);
      return 'refused, and the write is still held';
    },
  },
  {
    name: 'approvals by the address of the approval page, with a token, as another user, and by another site',
    run: async (stack) => {
      const { tenant, agent } = await payingTenant(stack);
      const client = await connectMcpClient(tenant, agent);
      const { run_id, url } = await holdForPage(tenant, agent, client);
      const made = `${tenant.baseUrl}/mcp/approvals/approval.${'x'.repeat(43)}`;
      const withToken = { headers: { authorization: `Bearer ${client.token}` } };
      const form = { method: 'POST', body: new URLSearchParams({ decision: 'approve' }) };
      const statuses: number[] = [];
      for (const [to, init] of [
        [url, { redirect: 'manual', ...withToken }],
        [url, { ...form, ...withToken }],
        [made, { ...form, ...withToken }],
      ] as const) {
        statuses.push((await fetch(to, init)).status);
      }
      expectThat(
        statuses.every((status) => status >= 300),
        `answered a token with ${statuses.join()}`,
      );
      const mallory = await new ApprovingBrowser(tenant).open(url, 'mallory');
      expectThat(mallory.page.status === 404, `another user was shown ${mallory.page.status}`);
      // The victim signs in with what the attacker has begun, and then there is a page of the victim's own.
      const attacker = new ApprovingBrowser(tenant);
      const back = await attacker.begin(url);
      const victim = new ApprovingBrowser(tenant);
      const { status } = await victim.browser.get(await back('ada'));
      expectThat(status === 400, `the victim's browser was let in with ${status}`);
      const { at, fields } = await victim.open(url, 'ada');
      const stolen = await attacker.browser.submit(at, { ...fields, decision: 'approve' });
      const crossSite = await victim.browser.submit(at, { decision: 'approve' });
      expectThat(
        stolen.status === 400 && crossSite.status === 403,
        `a stolen form: ${stolen.status}, one of another site: ${crossSite.status}`,
      );
      const state = await stateOf(tenant, run_id);
      expectThat(state === 'awaiting_input', `the run is ${state}`);
      return `a token: ${statuses.join(', ')}; another user: 404; another browser: 400; another site: 403`;
    },
  },
  {
    name: 'approvals by a tool and by a form where only the page approves',
    run: async (stack) => {
      const { tenant, agent } = await payingTenant(stack);
      const client = await connectMcpClient(tenant, agent);
      const { run_id, pending, requestState } = await hold(client);
      const { login_url } = await tenant.must<{ login_url: string }>('GET', '/v1/mcp/settings');
      await tenant.must('PUT', '/v1/mcp/settings', { body: { login_url, approvals: 'page' } });
      const ids = { run_id, tool_call_id: pending?.tool_call_id };
      await client.call('confirm', { ...ids, decision: 'approve', wait: 1 });
      const inputResponses = { user: { action: 'accept', content: { decision: 'approve' } } };
      const again = { run_id, wait: 1 };
      await client.call('get_run', again, { requestState, inputResponses });
      const { requestState: asked } = await client.call('get_run', again);
      expectThat(asked === undefined, 'a form asks for an approval');
      const state = await stateOf(tenant, run_id);
      expectThat(state === 'awaiting_input', `the run is ${state}`);
      return 'neither counts, and the write is still held';
    },
  },
  {
    name: 'a form of the approval page sent again, and twenty at once',
    run: async (stack) => {
      const { tenant, agent } = await payingTenant(stack);
      const client = await connectMcpClient(tenant, agent);
      const { run_id, url } = await holdForPage(tenant, agent, client);
      const victim = new ApprovingBrowser(tenant);
      const { at, fields } = await victim.open(url, 'ada');
      const decisions = Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? 'approve' : 'reject'));
      const answers = await Promise.all(
        decisions.map(async (decision) => (await victim.browser.submit(at, { ...fields, decision })).status),
      );
      const taken = new Set(decisions.filter((_, index) => answers[index] === 200));
      expectThat(taken.size === 1, `${taken.size} different decisions were taken: ${answers.join()}`);
      const [decision = ''] = taken;
      await tenant.settled(run_id, { subject: 'ada' });
      const { turns } = await tenant.must<{
        turns: { tool_calls: { decision?: { decision: string } }[] }[];
      }>('GET', `/v1/loom/runs/${run_id}/trace`, { subject: 'ada' });
      const stored = turns.flatMap(({ tool_calls }) => tool_calls)[0]?.decision?.decision;
      expectThat(stored === decision, `${decision} was taken, and ${stored} is stored`);
      const other = decision === 'approve' ? 'reject' : 'approve';
      const { status } = await victim.browser.submit(at, { ...fields, decision: other });
      expectThat(status === 409, `another decision by the same form was answered with ${status}`);
      return `one decision was taken (${decision}), and no other one with the same sign-in`;
    },
  },
  {
    name: 'a waiting call of a grant that is revoked',
    run: async (stack) => {
      const { tenant, agent } = await payingTenant(stack);
      const client = await connectMcpClient(tenant, agent);
      const waiting = client.call('send_message', { message: '/sleep 20000\n/say Secret' });
      const [grant] = await tenant.must<{ id: string }[]>('GET', '/v1/mcp/grants');
      await tenant.must('DELETE', `/v1/mcp/grants/${grant?.id}`);
      const { text } = await waiting;
      expectThat(text.includes('unauthorized'), `the call ended with ${text.slice(0, 200)}`);
      const { status } = await client.call('get_run', { run_id: grant?.id });
      expectThat(status === 401, `the next call was answered with ${status}`);
      return 'the call ended, and the next one got 401';
    },
  },
  {
    name: 'a page that has rebound its name to the service',
    run: async (stack) => {
      const { tenant, agent } = await payingTenant(stack);
      const { url, token } = await connectMcpClient(tenant, agent);
      const authorization = `Bearer ${token}`;
      const rebound = await statusOf(url, { host: 'evil.example', authorization });
      expectThat(rebound === 403, `a foreign host was answered with ${rebound}`);
      const page = await statusOf(url, { origin: 'https://evil.example', authorization });
      expectThat(page === 403, `a foreign page was answered with ${page}`);
      return '403 for its host and its origin';
    },
  },
  {
    name: 'more waiting tool calls than a grant may have',
    run: async (stack) => {
      const { tenant, agent } = await payingTenant(stack);
      const client = await connectMcpClient(tenant, agent);
      // Longer than it takes to send them all.
      const message = '/sleep 6000\n/say Late';
      const answers = await Promise.all(
        Array.from(
          { length: 30 },
          async () => await client.call('send_message', { message, new_conversation: true }),
        ),
      );
      const refused = answers.filter(({ text }) => text.includes('rate_limited')).length;
      expectThat(refused === 20, `${refused} of 30 were refused`);
      return '10 waited, 20 were refused';
    },
  },
  {
    name: 'messages to a tool that are large, deep or of very many values',
    run: async (stack) => {
      const { tenant, agent } = await payingTenant(stack);
      const client = await connectMcpClient(tenant, agent);
      const members = Object.fromEntries(Array.from({ length: 40_000 }, (_, index) => [`m${index}`, 1]));
      const few = Object.fromEntries(Array.from({ length: 3500 }, (_, index) => [`m${index}`, 1]));
      const call = (params: object) =>
        JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
      const { result, held } = await whileLoopsAreWatched(stack, async () => {
        const bodies = [
          call({ name: 'send_message', arguments: members }),
          call({ name: 'send_message', arguments: {}, _meta: few }),
          call({ name: 'send_message', arguments: { message: 'x'.repeat(1_000_000) } }),
          `${'['.repeat(500_000)}${']'.repeat(500_000)}`,
          `[${Array.from({ length: 10_000 }, () => '{"jsonrpc":"2.0","id":1,"method":"ping"}').join()}]`,
        ];
        return await Promise.all(bodies.map(async (body) => (await client.send(body)).text));
      });
      for (const text of result)
        expectThat(/invalid_request|isError/.test(text), `answered ${text.slice(0, 200)}`);
      return held;
    },
  },
];

/** `fetch` sets the host itself. */
async function statusOf(url: string, headers: Record<string, string>): Promise<number | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<number | undefined>();
  const all = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    ...headers,
  };
  request(url, { method: 'POST', headers: all }, (response) => {
    response.resume();
    resolve(response.statusCode);
  })
    .on('error', reject)
    .end('{"jsonrpc":"2.0","id":1,"method":"ping"}');
  return await promise;
}
