import type { WebhookEndpointWithSecret } from '#contract/webhook-endpoint.ts';
import type { ChaosClient } from '../client/client.ts';
import type { KnownEndpoint } from '../evidence/evidence.ts';
import type { Receiver } from '../receiver/receiver.ts';
import { agentDefinitions, patches, type PatchName } from './patches.ts';

/** Publishes what the load needs: a connection to the host, patches and agents. */
export async function publishAgents(
  client: ChaosClient,
  hostUrl: string,
): Promise<Record<'steady' | 'hasty', string>> {
  await create(client, '/v1/connections', { name: 'host', base_url: hostUrl, auth: { type: 'none' } });
  const refs: Partial<Record<PatchName, string>> = {};
  for (const [name, { repeats: _, ...definition }] of Object.entries(patches)) {
    refs[name as PatchName] = (await create<{ ref: string }>(client, '/v1/patches', definition)).ref;
  }
  const { steady, hasty } = agentDefinitions(refs as Record<PatchName, string>);
  const publish = async (definition: unknown) =>
    (await create<{ id: string }>(client, '/v1/agents', definition)).id;
  return { steady: await publish(steady), hasty: await publish(hasty) };
}

/** Two webhook endpoints: one for everything, and one that receives the ids of some types. */
export async function createEndpoints(client: ChaosClient, receiver: Receiver): Promise<KnownEndpoint[]> {
  const wanted = [
    { name: 'all', events: ['*'], ids_only: false },
    { name: 'some', events: ['run.completed', 'run.failed', 'tool_call.completed'], ids_only: true },
  ];
  const endpoints: KnownEndpoint[] = [];
  for (const { name, ...rest } of wanted) {
    const path = '/v1/webhook-endpoints';
    const body = { ...rest, url: receiver.url(name) };
    const { id, events, enabled, secret } = await create<WebhookEndpointWithSecret>(client, path, body);
    receiver.expect(name, secret);
    endpoints.push({ id, events, enabled, name });
  }
  return endpoints;
}

async function create<Data>(client: ChaosClient, path: string, body: unknown): Promise<Data> {
  const reply = await client.send<Data>({ method: 'POST', path, body });
  if (reply.fate.is === 'accepted' && 'data' in reply) return reply.data;
  throw new Error(
    `POST ${path}: ${JSON.stringify(reply.fate)} ${JSON.stringify('data' in reply && reply.data)}`,
  );
}
