import { randomBytes } from 'node:crypto';
import { ApiClient } from '#test/support/api-client.ts';
import { startEchoHost } from '../echo-host.ts';
import { seed } from '../seed.ts';
import { startServiceStack } from '../service/service-stack.ts';
import { startAssistant } from './assistant.ts';
import { type Furnished, furnish } from './furnish.ts';

/** The service with a workspace in which things have happened. */
export interface Pictured extends Furnished {
  baseUrl: string;
  apiKey: string;
}

/** Starts servers, API and worker, and has the conversations that the pictures show. */
export async function startPictured(ends: AsyncDisposableStack, directory: string): Promise<Pictured> {
  const stop = async (part: { stop(): Promise<void> }): Promise<void> => await part.stop();
  const echoHost = ends.adopt(await startEchoHost(0), stop);
  const assistant = ends.adopt(await startAssistant(), stop);
  const { api, db, env } = await startServiceStack(ends, {
    name: 'screenshots',
    directory,
    env: {
      MODEL_STANDARD: 'openai-compatible:assistant',
      OPENAI_BASE_URL: assistant.url,
      LOG_LEVEL: 'error',
    },
  });
  const { api_key, agent_id, workspace_id } = await seed({
    mongodbUri: env.MONGODB_URI,
    database: env.MONGODB_DATABASE,
    encryptionKeys: env.ENCRYPTION_KEYS,
    apiKey: `sk_${randomBytes(32).toString('base64url')}`,
    signingSecret: randomBytes(32).toString('base64url'),
    echoHostUrl: echoHost.url,
  });
  const client = new ApiClient(api.url, { apiKey: api_key });
  const furnished = await furnish(client, db, { workspaceId: workspace_id, agentId: agent_id });
  return { baseUrl: api.url, apiKey: api_key, ...furnished };
}
