import { type Attack, expectThat } from '../attack.ts';
import { silentPatch } from '../silent-patch.ts';
import type { Tenant } from '../tenant.ts';

const secret = 'hunter2-card-4711';

/** Everything that the API shows of a run. */
async function shownOf(tenant: Tenant, runId: string, threadId: string): Promise<string> {
  const paths = [`runs/${runId}/trace`, `threads/${threadId}/messages`].map((path) => `/v1/loom/${path}`);
  const shown = [...paths, `/v1/events?run_id=${runId}&limit=100`];
  return JSON.stringify(await Promise.all(shown.map(async (path) => await tenant.must('GET', path))));
}

/** Attacks on secrets, and on what a credential is restricted to. */
export const secrets: Attack[] = [
  {
    name: 'a host that echoes the secrets of its connection',
    run: async (stack) => {
      const tenant = await stack.newTenant();
      await tenant.connect('echo', stack.echoHost.url, { type: 'bearer', token: secret });
      const agent = await tenant.publish([silentPatch()]);
      const { runId, threadId } = await tenant.post(agent, '/call lookup {}\n---\n/say It said {{last}}');
      await tenant.settled(runId);
      const shown = await shownOf(tenant, runId, threadId);
      expectThat(shown.includes('authorization'), 'the host echoed nothing');
      expectThat(!shown.includes(secret), 'the secret is shown');
      return 'redacted in trace, messages and events';
    },
  },
  {
    name: 'a redacted card number below names of BSON',
    run: async (stack) => {
      const tenant = await stack.newTenant();
      await tenant.connect('echo', stack.echoHost.url);
      const redact = { args: ['/card/pan'], result: ['/body/card/pan'] };
      const agent = await tenant.publish([silentPatch({ redact })]);
      const card = { $ref: 'a', $id: 'b', $oid: 'c', _bsontype: 'd', pan: secret };
      const call = `/call lookup ${JSON.stringify({ card })}`;
      const { runId } = await tenant.post(agent, `${call}\n---\n${call}\n---\n/say done`);
      await tenant.settled(runId);
      const [trace, events] = await Promise.all([
        tenant.must('GET', `/v1/loom/runs/${runId}/trace`),
        tenant.must('GET', `/v1/events?run_id=${runId}&limit=100`),
      ]);
      const shown = JSON.stringify([trace, events]);
      expectThat(!shown.includes(secret), 'the number is shown');
      expectThat(shown.includes('"$oid":"c"'), 'the trace shows other arguments than were sent');
      return 'redacted in trace, model requests and events';
    },
  },
  {
    name: 'a connection moved to another origin with its secrets',
    run: async (stack) => {
      const tenant = await stack.newTenant();
      const id = await tenant.connect('bank', 'https://bank.example', { type: 'bearer', token: secret });
      const path = `/v1/connections/${id}`;
      const moves = [{}, { headers: {} }, { auth: { type: 'none' } }];
      for (const move of moves) {
        const body = { base_url: stack.echoHost.url, ...move };
        const { status } = await tenant.request('PATCH', path, { body });
        expectThat(status === 422, `answered with ${status}`);
      }
      const { base_url } = await tenant.must<{ base_url: string }>('GET', path);
      expectThat(base_url === 'https://bank.example', `moved to ${base_url}`);
      return '422, the connection stays where it was';
    },
  },
  {
    name: 'a token that leaves the connection it is for',
    run: async (stack) => {
      const tenant = await stack.newTenant();
      const [own, other] = [
        await tenant.connect('own', stack.echoHost.url),
        await tenant.connect('other', stack.echoHost.url),
      ];
      const agent_id = await tenant.publish();
      const token = await (await tenant.signer())('mallory', { connection: own });
      const { threadId } = await tenant.post(agent_id, 'Hello', { token });
      const headers = { 'service-connection': other };
      const answers = [
        await tenant.request('POST', '/v1/loom/threads', { token, body: { agent_id, connection: other } }),
        await tenant.request('POST', '/v1/loom/threads', { token, headers, body: { agent_id } }),
        await tenant.request('POST', `/v1/loom/threads/${threadId}/messages`, {
          token,
          headers,
          body: { content: 'Hello' },
        }),
      ];
      const statuses = answers.map(({ status, code }) => `${status} ${code ?? ''}`);
      expectThat(
        statuses.every((status) => status === '403 forbidden'),
        `answered with ${statuses.join(', ')}`,
      );
      return `${statuses.length} times 403`;
    },
  },
  {
    name: 'a channel that goes on with events of another connection',
    run: async (stack) => {
      const tenant = await stack.newTenant();
      const own = await tenant.connect('own', stack.echoHost.url);
      const agent_id = await tenant.publish();
      const token = await (await tenant.signer())('mallory', { connection: own });
      const { threadId } = await tenant.post(agent_id, 'Hello', { token });
      const { code, status } = await tenant.request('POST', '/v1/loom/realtime/auth', {
        token,
        body: { channel_name: `private-thread-${threadId}`, socket_id: '1.1' },
      });
      expectThat(code === 'realtime_restricted', `answered with ${status} ${code ?? ''}`);
      return `${status} ${code}`;
    },
  },
  {
    name: "another subject's response by its Idempotency-Key",
    run: async (stack) => {
      const tenant = await stack.newTenant();
      const agent_id = await tenant.publish();
      const sign = await tenant.signer();
      const start = async (sub: string) =>
        await tenant.request<{ id: string; subject_ref: string }>('POST', '/v1/loom/threads', {
          token: await sign(sub),
          headers: { 'idempotency-key': 'order-7' },
          body: { agent_id },
        });
      const [victim, attacker] = [await start('victim'), await start('mallory')];
      expectThat(attacker.status === 201, `answered with ${attacker.status}`);
      expectThat(attacker.data.id !== victim.data.id, "got the victim's thread");
      return 'a thread of its own';
    },
  },
];
