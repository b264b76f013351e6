import { randomBytes } from 'node:crypto';
import { type Attack, expectThat } from '../attack.ts';
import { describedOperations } from '../operations.ts';
import { Tenant } from '../tenant.ts';

const marker = 'DE89370400440532013000';

/** Ids of what a workspace has, by the beginning of the paths that take them. */
async function idsOf(tenant: Tenant): Promise<Record<string, string>> {
  const agent = await tenant.publish([], { instructions: marker });
  const { threadId, runId } = await tenant.post(agent, `My account is ${marker}.`);
  await tenant.settled(runId);
  const [event] = await tenant.must<{ id: string }[]>('GET', `/v1/events?run_id=${runId}`);
  const [request] = await tenant.must<{ id: string }[]>('GET', '/v1/requests');
  const [apiKey] = await tenant.must<{ id: string }[]>('GET', '/v1/api-keys');
  const made = async (path: string, body: object) =>
    (await tenant.must<{ id: string }>('POST', path, { body })).id;
  return {
    '/v1/agents': agent,
    '/v1/connections': await tenant.connect('host', 'https://host.example'),
    '/v1/signing-keys': await made('/v1/signing-keys', { algorithm: 'HS256' }),
    '/v1/api-keys': apiKey?.id ?? '',
    '/v1/erasures': (await tenant.must<{ id: string }>('DELETE', '/v1/subjects/nobody')).id,
    '/v1/webhook-endpoints': await made('/v1/webhook-endpoints', {
      url: 'https://host.example',
      events: ['*'],
    }),
    '/v1/loom/threads': threadId,
    '/v1/loom/runs': runId,
    '/v1/events': event?.id ?? '',
    '/v1/requests': request?.id ?? '',
  };
}

/** Attacks on what a credential may do. */
export const rights: Attack[] = [
  {
    name: "every operation with another workspace's ids",
    run: async (stack) => {
      const [victim, attacker] = [await stack.newTenant(), await stack.newTenant()];
      const ids = Object.entries(await idsOf(victim));
      let refused = 0;
      for (const { method, path } of await describedOperations(stack)) {
        const known = ids.find(([start]) => path.startsWith(`${start}/{`));
        if (known === undefined) continue;
        const place = path.replace(/\{[^}]+\}/, known[1]);
        const body = method === 'GET' || method === 'DELETE' ? {} : { body: {} };
        const { status, data } = await attacker.request(method, place, body);
        // A body that lacks something is refused before what it is for is looked for.
        expectThat([404, 422].includes(status), `${method} ${path} was answered with ${status}`);
        expectThat(!JSON.stringify(data ?? '').includes(marker), `${method} ${path} shows their data`);
        refused += 1;
      }
      expectThat(refused > 20, `only ${refused} operations take an id`);
      return `${refused} refused`;
    },
  },
  {
    name: 'a session token where an API key is needed',
    run: async (stack) => {
      const tenant = await stack.newTenant();
      const token = await (await tenant.signer())('mallory');
      const operations = (await describedOperations(stack)).filter(({ takesTokens }) => !takesTokens);
      for (const { method, path } of operations) {
        const place = path.replace(/\{[^}]+\}/, 'anything');
        const body = method === 'GET' || method === 'DELETE' ? {} : { body: {} };
        const { status } = await tenant.request(method, place, { ...body, token });
        expectThat(status === 403, `${method} ${path} was answered with ${status}`);
      }
      expectThat(operations.length > 30, `only ${operations.length} operations need an API key`);
      return `${operations.length} times 403`;
    },
  },
  {
    name: 'guesses of API keys, while a customer behind the same address works',
    run: async (stack) => {
      const api = await stack.startApi({ RATE_LIMIT_PER_MINUTE: '30' });
      try {
        const { apiKey, workspaceId } = await stack.newTenant();
        const customer = new Tenant(api.url, workspaceId, apiKey);
        await customer.must('GET', '/v1/agents');
        const guess = async () => {
          const key = `sk_${randomBytes(32).toString('base64url')}`;
          return (await new Tenant(api.url, workspaceId, key).request('GET', '/v1/agents')).status;
        };
        const statuses = await Promise.all(Array.from({ length: 60 }, guess));
        const limited = statuses.filter((status) => status === 429).length;
        expectThat(limited >= 30, `${limited} of 60 were limited`);
        await customer.must('GET', '/v1/agents');
        return `${limited} of 60 were limited, the customer was not`;
      } finally {
        await api.stop();
      }
    },
  },
];
