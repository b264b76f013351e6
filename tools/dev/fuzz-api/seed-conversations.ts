import { Client } from '#clients/raw/client.ts';
import { post, startThread } from '#clients/raw/conversation.ts';
import type { FuzzTarget } from './fuzz-target.ts';

/** The subject that the fuzzer acts for. */
export const subject = 'fuzzer';

/** Ids that requests can use. */
export interface KnownIds {
  agents: string[];
  threads: string[];
  runs: string[];
  /** The key that the fuzzer itself uses. */
  apiKeyId: string;
}

/** The subject's messages: runs that end, wait for an answer, are held at a gate, and await an outcome. */
const messages = [
  'Hello',
  '/call ask_user {"question":"Which account?"}',
  '/call send_payment {"amount":12.5,"currency":"EUR","to":"Bo","iban":"DE89370400440532013000"}',
  '/call sign_contract {"document":"lease"}',
];

/** Holds one conversation of each kind, so that requests by id find something. */
export async function seedConversations({ baseUrl, apiKey, agentId }: FuzzTarget): Promise<KnownIds> {
  const client = new Client(baseUrl, { apiKey, subject });
  const threads: string[] = [];
  const runs: string[] = [];
  for (const content of messages) {
    const thread = await startThread(client, agentId);
    threads.push(thread);
    runs.push(await post(client, thread, content));
  }
  const [apiKeyOfRun] = await client.call<{ id: string }[]>('GET', '/v1/api-keys');
  return { agents: [agentId], threads, runs, apiKeyId: apiKeyOfRun?.id ?? '' };
}
