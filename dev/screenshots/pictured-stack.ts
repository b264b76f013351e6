import { ApiClient } from '#test/support/api-client.ts';
import { startDemoService } from '../service/demo-service.ts';
import { startAssistant } from './assistant.ts';
import { type Furnished, furnish } from './furnish.ts';

/** The service with a workspace in which things have happened. */
export interface Pictured extends Furnished {
  baseUrl: string;
  apiKey: string;
}

/** Starts servers, API and worker, and has the conversations that the pictures show. */
export async function startPictured(ends: AsyncDisposableStack, directory: string): Promise<Pictured> {
  const assistant = ends.adopt(await startAssistant(), async (part) => await part.stop());
  const { api, db, demo } = await startDemoService(ends, {
    name: 'screenshots',
    directory,
    env: {
      MODEL_STANDARD: 'openai-compatible:assistant',
      OPENAI_BASE_URL: assistant.url,
      LOG_LEVEL: 'error',
    },
  });
  const { api_key, agent_id, workspace_id } = demo;
  const client = new ApiClient(api.url, { apiKey: api_key });
  const furnished = await furnish(client, db, { workspaceId: workspace_id, agentId: agent_id });
  return { baseUrl: api.url, apiKey: api_key, ...furnished };
}
