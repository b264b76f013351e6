import type { WebhookEndpointWithSecret } from '#contract/webhook-endpoint.ts';
import type { ImportedTools } from '#contract/mcp-tool.ts';
import type { ChaosClient } from '../client/client.ts';
import type { KnownEndpoint } from '../evidence/evidence.ts';
import type { Receiver } from '../receiver/receiver.ts';
import { toolOverrides, toolPrefix } from './tools.ts';
import { agentDefinitions, patches, type PatchName } from './patches.ts';

/** Publishes what the load needs: connections to the host and to the MCP server, patches, tools and agents. */
export async function publishAgents(
  client: ChaosClient,
  { hostUrl, toolServerUrl }: { hostUrl: string; toolServerUrl: string },
): Promise<Record<'steady' | 'hasty', string>> {
  await create(client, '/v1/connections', { name: 'host', base_url: hostUrl, auth: { type: 'none' } });
  const refs: Partial<Record<PatchName, string>> = {};
  for (const [name, { repeats: _, ...definition }] of Object.entries(patches)) {
    refs[name as PatchName] = (await create<{ ref: string }>(client, '/v1/patches', definition)).ref;
  }
  const toolRefs = await importTools(client, toolServerUrl);
  const { steady, hasty } = agentDefinitions(refs as Record<PatchName, string>, toolRefs);
  const publish = async (definition: unknown) =>
    (await create<{ id: string }>(client, '/v1/agents', definition)).id;
  return { steady: await publish(steady), hasty: await publish(hasty) };
}

/** Imports the tools of the MCP server. @returns their refs by name */
async function importTools(client: ChaosClient, base_url: string): Promise<Record<string, string>> {
  const connection = { name: 'tools', type: 'mcp', base_url, auth: { type: 'none' } };
  const { id } = await create<{ id: string }>(client, '/v1/connections', connection);
  const path = `/v1/connections/${id}/import-tools`;
  const { tools } = await create<ImportedTools>(client, path, {
    prefix: toolPrefix,
    overrides: toolOverrides,
  });
  return Object.fromEntries(
    tools.map(({ name, ref, error }) => {
      if (ref === undefined) throw new Error(`${name} was not imported: ${error?.code}`);
      return [name, ref];
    }),
  );
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
