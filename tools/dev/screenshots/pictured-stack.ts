import { Client } from '#clients/raw/client.ts';
import { startModelServer, stream } from '../stand-ins/model-servers/model-server.ts';
import { openaiChatFrames } from '../stand-ins/model-servers/openai-chat.ts';
import { startDemoService } from '../service/demo-service.ts';
import { type Furnished, furnish } from './furnish.ts';

const iban = 'DE89370400440532013000';
const payment = { amount: 1250, currency: 'EUR', to: 'Bo Lindqvist', iban, reference: 'Invoice 2041' };

/** The service with a workspace in which things have happened. */
export interface Pictured extends Furnished {
  baseUrl: string;
  apiKey: string;
}

/** Starts servers, API and worker, and has the conversations that the pictures show. */
export async function startPictured(ends: AsyncDisposableStack, directory: string): Promise<Pictured> {
  const assistant = ends.adopt(await startAssistant(), async (part) => await part.stop());
  const { urls, db, demo } = await startDemoService(ends, {
    name: 'screenshots',
    directory,
    env: {
      MODEL_STANDARD: 'openai-compatible:assistant',
      OPENAI_BASE_URL: assistant.url,
      LOG_LEVEL: 'error',
    },
  });
  const { api_key, agent_id, workspace_id } = demo;
  const client = new Client(urls.api, { apiKey: api_key });
  const furnished = await furnish(client, db, { workspaceId: workspace_id, agentId: agent_id });
  return { baseUrl: urls.api, apiKey: api_key, ...furnished };
}

/** A provider with the conversation of the first picture: it looks up the account, and asks for the payment. */
async function startAssistant(): Promise<{ url: string; stop(): Promise<void> }> {
  const server = await startModelServer();
  server.answers(
    stream(
      openaiChatFrames({
        text: ['Let me check the account ', 'before anything is paid.'],
        calls: [{ id: 'call_1', name: 'identify_account', json: [JSON.stringify({ iban })] }],
        usage: { input: 612, output: 41 },
      }),
    ),
    stream(
      openaiChatFrames({
        text: [
          'The account is valid and belongs to a customer of **Commerzbank** in Germany. ',
          'I have prepared the payment; it goes out when you approve it.',
        ],
        calls: [{ id: 'call_2', name: 'send_payment', json: [JSON.stringify(payment)] }],
        usage: { input: 845, output: 66 },
      }),
    ),
  );
  return { url: `${server.url}/v1`, stop: server.close };
}
