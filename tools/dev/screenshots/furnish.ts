import { defined } from '#contract/defined.ts';
import { demoPatches } from '../demo-patches.ts';
import type { Agent } from '#contract/agent.ts';
import type { CreatedThread } from '#contract/thread.ts';
import type { WebhookEndpoint } from '#contract/webhook-endpoint.ts';
import type { Database } from '#store/mongo/database.ts';
import type { Client } from '#clients/raw/client.ts';
import { converse } from '#clients/raw/conversation.ts';
import { storedGrant } from '../stored-grant.ts';
import { earlier, others, supplier } from './others.ts';
import { storePast } from './past.ts';

/** A thread that a picture shows. */
export interface PicturedThread {
  id: string;
  subject: string;
  /** Its latest run. */
  run: string;
}

/** The resources in the pictures, by id. */
export interface Furnished {
  /** A payment waits for approval on it. */
  held: PicturedThread;
  /** A conversation with a plan and rich blocks. */
  rich: PicturedThread;
  /** An endpoint that often fails. */
  failingEndpoint: string;
}

const subject = 'ada@example.com';

/**
 * Makes a demo workspace look lived in: a month of figures, conversations of several people, versions, endpoints,
 * lookups and grants.
 * @param client of the workspace
 */
export async function furnish(
  client: Client,
  db: Database,
  { workspaceId, agentId }: { workspaceId: string; agentId: string },
): Promise<Furnished> {
  const { data: demo } = await client.get<Agent>(`/v1/agents/${agentId}`);
  const payments = await publishVersions(client);
  const endpoints = await addEndpoints(client);
  await storePast(db, { workspace_id: workspaceId, agent: agentOf(payments), endpoints });
  for (const name of ['Desk', 'Terminal'])
    await storedGrant(db, {
      workspace_id: workspaceId,
      subject_ref: subject,
      agent: { id: demo.id, name: demo.name },
      client: { id: name.toLowerCase(), name },
      scopes: name === 'Desk' ? ['read', 'write'] : ['read'],
    });
  for (const { subject, text } of others) await talk(client, demo.id, { subject, text });
  for (const said of earlier) await talk(client, demo.id, { subject, ...said });
  const rich = await talk(client, demo.id, { subject, ...supplier });
  const held = await talk(client, payments.id, {
    subject,
    text: 'Please pay invoice 2041: 1,250 euros to Bo Lindqvist, IBAN DE89 3704 0044 0532 0130 00.',
  });
  return { held, rich, failingEndpoint: endpoints.failing };
}

/** Two versions of a patch and of an agent, to be compared. Resolves to the agent. */
async function publishVersions(client: Client): Promise<Agent> {
  const payment = demoPatches.find(({ key }) => key === 'send_payment');
  await client.post('/v1/patches', {
    ...payment,
    description: 'Sends a payment by SEPA or SWIFT. A person approves it first.',
    timeout_seconds: 60,
    redact: { args: ['/reference'] },
  });
  const definition = {
    key: 'payments',
    name: 'Payments assistant',
    instructions: 'You help people to pay their invoices.',
    model_class: 'standard',
    patches: [{ ref: 'identify_account@1' }, { ref: 'send_payment@1', gate: 'confirm' }],
  };
  await client.post<Agent>('/v1/agents', definition);
  const instructions = 'You help people to pay their invoices. Never guess a number.';
  return (await client.post<Agent>('/v1/agents', { ...definition, instructions })).data;
}

/** Endpoints of hosts that do not exist: they are sent nothing now, and have a past. */
async function addEndpoints(client: Client): Promise<{ healthy: string; failing: string }> {
  const add = async (url: string, description: string): Promise<string> => {
    const json = { url, description, events: ['extract.completed'] };
    return (await client.call<WebhookEndpoint>('POST', '/v1/webhook-endpoints', { json })).id;
  };
  return {
    failing: await add('https://ledger.example.com/hooks/heddle', 'Books payments'),
    healthy: await add('https://shop.example.com/hooks/heddle', 'Tells the shop what was paid'),
  };
}

/** Starts a thread, says something on it, and waits until the agent has finished or waits for a person. */
async function talk(
  client: Client,
  agentId: string,
  { subject, title, text }: { subject: string; title?: string; text: string },
): Promise<PicturedThread> {
  const acting = client.as(subject);
  const body = { agent_id: agentId, ...defined({ title }) };
  const { data: thread } = await acting.post<CreatedThread>('/v1/loom/threads', body);
  const { id: run } = await converse(acting, thread.id, text);
  return { id: thread.id, subject, run };
}

const agentOf = ({ id, key, name }: Agent) => ({ id, key, name });
