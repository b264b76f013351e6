import { once } from 'node:events';
import { connect } from 'node:net';
import { acceptsConnections } from '#tools/dev/servers/accepts-connections.ts';
import { type Attack, expectThat } from '../attack.ts';
import { silentPatch } from '../silent-patch.ts';
import type { AttackStack } from '../stack/attack-stack.ts';
import { Tenant } from '../tenant.ts';

/** At which clouds serve credentials, as plainly as it goes and disguised. */
const metadataAddresses = [
  '169.254.169.254',
  '2852039166',
  '0xa9.0xfe.0xa9.0xfe',
  '169.254.169.254.',
  '[::ffff:169.254.169.254]',
  '[64:ff9b::a9fe:a9fe]',
  '[2002:a9fe:a9fe::1]',
  '168.63.129.16',
  '100.100.100.200',
  '[fd00:ec2::254]',
  '[fd20:ce::254]',
];

/** Texts that become `..` for a host, some only once a proxy before it has decoded them too. */
const leadingUp = [
  '..',
  '../admin',
  '%2e%2e',
  '%2E%2e%2Fadmin',
  '%252e%252e%252fadmin',
  '..\\admin',
  '..;/admin',
];

const host = { name: 'host', auth: { type: 'none' } };
const mostWaits = 100;
const mostStreams = 50;

/** A run that stays open for as long as these attacks need. */
async function runningRun(tenant: Tenant) {
  return await tenant.post(await tenant.publish(), '/sleep 30000\n/say done');
}

/** Sends requests that stay open, all at once; those that are refused are counted, and the others then let go. */
async function refusedOf(tenant: Tenant, path: string, { open, over }: { open: number; over: number }) {
  const leaving = new AbortController();
  const codes: number[] = [];
  const enough = Promise.withResolvers<void>();
  const headers = { authorization: `Bearer ${tenant.apiKey}`, 'service-subject': 'mallory' };
  const requests = Array.from({ length: open + over }, async () => {
    const { status } = await fetch(`${tenant.baseUrl}${path}`, { headers, signal: leaving.signal });
    if (status === 429) codes.push(status);
    if (codes.length === over) enough.resolve();
  });
  await Promise.race([enough.promise, Promise.allSettled(requests)]);
  leaving.abort();
  await Promise.allSettled(requests);
  return codes.length;
}

async function silentConnection({ baseUrl }: AttackStack): Promise<void> {
  const { hostname, port } = new URL(baseUrl);
  const socket = connect(Number(port), hostname).resume();
  await once(socket, 'close');
}

/** Attacks on what the service reaches, and on what it can hold open. */
export const network: Attack[] = [
  {
    name: 'connections that lead to metadata services',
    run: async (stack) => {
      const tenant = await stack.newTenant();
      for (const [index, address] of metadataAddresses.entries()) {
        const body = { ...host, name: `metadata-${index}`, base_url: `http://${address}` };
        const made = await tenant.request<{ id: string }>('POST', '/v1/connections', { body });
        if (made.status === 422) continue;
        const tested = await tenant.must<{ ok: boolean; error?: { code: string } }>(
          'POST',
          `/v1/connections/${made.data.id}/test`,
        );
        expectThat(tested.error?.code === 'blocked_address', `${address}: ${JSON.stringify(tested)}`);
      }
      return `${metadataAddresses.length} addresses, none was called`;
    },
  },
  {
    name: 'arguments that lead out of their place in a path',
    run: async (stack) => {
      const tenant = await stack.newTenant();
      await tenant.must('POST', '/v1/connections', { body: { ...host, base_url: stack.echoHost.url } });
      const agent = await tenant.publish([
        silentPatch({
          input_schema: { type: 'object', properties: { name: { type: 'string' } } },
          request: { method: 'GET', path: '/files/{{name}}' },
        }),
      ]);
      for (const name of leadingUp) {
        const options = { headers: { 'service-connection': 'host' } };
        const { runId } = await tenant.post(agent, `/call lookup ${JSON.stringify({ name })}`, options);
        await tenant.settled(runId, options);
        const trace = JSON.stringify(await tenant.must('GET', `/v1/loom/runs/${runId}/trace`, options));
        expectThat(trace.includes('"invalid_args"'), `${name}: ${trace.slice(0, 500)}`);
      }
      return `${leadingUp.length} arguments refused, nothing was sent`;
    },
  },
  {
    name: 'more waits than a subject may hold open',
    run: async (stack) => {
      const tenant = await stack.newTenant();
      const { runId } = await runningRun(tenant);
      const refused = await refusedOf(tenant, `/v1/loom/runs/${runId}?wait=20`, {
        open: mostWaits,
        over: 20,
      });
      expectThat(refused === 20, `${refused} of 20 were refused`);
      return '20 of 120 were refused';
    },
  },
  {
    name: 'more streams than a subject may hold open',
    run: async (stack) => {
      const tenant = await stack.newTenant();
      const { threadId } = await runningRun(tenant);
      const path = `/v1/loom/threads/${threadId}/events`;
      const refused = await refusedOf(tenant, path, { open: mostStreams, over: 20 });
      expectThat(refused === 20, `${refused} of 20 were refused`);
      return '20 of 70 were refused';
    },
  },
  {
    name: 'connections on which nothing is sent',
    run: async (stack) => {
      const silent = Promise.all(Array.from({ length: 200 }, async () => await silentConnection(stack)));
      const closed = await Promise.race([
        silent.then(() => true),
        new Promise((resolve) => setTimeout(resolve, 120_000, false)),
      ]);
      expectThat(closed === true, 'some are still open after two minutes');
      return '200 were closed';
    },
  },
  {
    name: 'the service on another address than the one it was given',
    run: async (stack) => {
      const port = Number(new URL(stack.baseUrl).port);
      expectThat(!(await acceptsConnections('127.0.0.2', port)), 'it answers at 127.0.0.2');
      return 'nobody listens there';
    },
  },
  {
    name: 'a subject that floods its workspace, so that nobody can decide',
    run: async (stack) => {
      const api = await stack.startApi({ RATE_LIMIT_PER_MINUTE: '60' });
      try {
        const { workspaceId, apiKey } = await stack.newTenant();
        const tenant = new Tenant(api.url, workspaceId, apiKey);
        const sign = await tenant.signer();
        const statuses = async (token: string, count: number) =>
          await Promise.all(
            Array.from(
              { length: count },
              async () => (await tenant.request('GET', '/v1/loom/threads', { token })).status,
            ),
          );
        const flood = await statuses(await sign('mallory'), 200);
        const admitted = flood.filter((status) => status === 200).length;
        expectThat(admitted < 60 && flood.includes(429), `${admitted} of 200 were admitted`);
        const [other] = await statuses(await sign('ada'), 1);
        const { status } = await tenant.request('GET', '/v1/loom/approvals');
        expectThat(other === 200 && status === 200, `others got ${other} and ${status}`);
        return `${admitted} of 200 were admitted; another subject and the API key go on`;
      } finally {
        await api.stop();
      }
    },
  },
  {
    name: 'more requests than the rate allows, while the store is frozen',
    run: async (stack) => {
      const rate = 30;
      const api = await stack.startApi({ RATE_LIMIT_PER_MINUTE: String(rate) });
      try {
        const { workspaceId, apiKey } = await stack.newTenant();
        const tenant = new Tenant(api.url, workspaceId, apiKey);
        const request = async () => (await tenant.request('GET', '/v1/agents')).status;
        expectThat((await request()) === 200, 'the API does not answer');
        const startedAt = performance.now();
        const statuses = await stack.whileStoreIsFrozen(
          async () => await Promise.all(Array.from({ length: 150 }, request)),
        );
        const refused = statuses.filter((status) => status === 429).length;
        const minutes = (performance.now() - startedAt) / 60_000;
        // Before the store failed, it may have given a share of the allowance, which comes again with time.
        const allowed = rate * (2 + minutes);
        expectThat(refused >= 150 - allowed, `only ${refused} of 150 were refused`);
        return `${refused} of 150 were refused`;
      } finally {
        await api.stop();
      }
    },
  },
];
