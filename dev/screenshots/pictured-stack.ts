import { randomBytes } from 'node:crypto';
import type { Agent } from '#contract/agent.ts';
import type { CreatedThread } from '#contract/thread.ts';
import { ApiClient } from '#test/support/api-client.ts';
import { converse } from '#test/support/conversation.ts';
import { startEchoHost } from '../echo-host.ts';
import { seed } from '../seed.ts';
import { startServiceStack } from '../service/service-stack.ts';
import { startAssistant } from './assistant.ts';
import { earlier, others } from './others.ts';

/** The service with a workspace in which things have happened. */
export interface Pictured {
  baseUrl: string;
  apiKey: string;
  /** The thread on which a payment waits for approval. */
  heldThread: { id: string; subject: string };
}

const subject = 'ada@example.com';

/** Starts servers, API and worker, and has the conversations that the pictures show. */
export async function startPictured(ends: AsyncDisposableStack, directory: string): Promise<Pictured> {
  const stop = async (part: { stop(): Promise<void> }): Promise<void> => await part.stop();
  const echoHost = ends.adopt(await startEchoHost(0), stop);
  const assistant = ends.adopt(await startAssistant(), stop);
  const { api, env } = await startServiceStack(ends, {
    name: 'screenshots',
    directory,
    env: {
      MODEL_STANDARD: 'openai-compatible:assistant',
      OPENAI_BASE_URL: assistant.url,
      LOG_LEVEL: 'error',
    },
  });
  const { api_key, agent_id } = await seed({
    mongodbUri: env.MONGODB_URI,
    database: env.MONGODB_DATABASE,
    encryptionKeys: env.ENCRYPTION_KEYS,
    apiKey: `sk_${randomBytes(32).toString('base64url')}`,
    signingSecret: randomBytes(32).toString('base64url'),
    echoHostUrl: echoHost.url,
  });
  const client = new ApiClient(api.url, { apiKey: api_key });
  for (const { subject, text } of others)
    await converse(client.as(subject), await newThread(client.as(subject), agent_id), text);
  const { data: agent } = await client.post<Agent>('/v1/agents', {
    key: 'payments',
    name: 'Payments assistant',
    instructions: 'You help people to pay their invoices. Never guess a number.',
    model_class: 'standard',
    patches: [{ ref: 'identify_account@1' }, { ref: 'send_payment@1', gate: 'confirm' }],
  });
  for (const { title, text } of earlier)
    await converse(client.as(subject), await newThread(client.as(subject), agent_id, title), text);
  const thread = await newThread(client.as(subject), agent.id);
  await converse(
    client.as(subject),
    thread,
    'Please pay invoice 2041: 1,250 euros to Bo Lindqvist, IBAN DE89 3704 0044 0532 0130 00.',
  );
  return { baseUrl: api.url, apiKey: api_key, heldThread: { id: thread, subject } };
}

async function newThread(client: ApiClient, agentId: string, title?: string): Promise<string> {
  const body = { agent_id: agentId, ...(title === undefined ? {} : { title }) };
  return (await client.post<CreatedThread>('/v1/loom/threads', body)).data.id;
}
