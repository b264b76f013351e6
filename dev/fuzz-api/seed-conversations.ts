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
  '/call send_payment {"amount":12.5,"currency":"EUR","to":"Bo"}',
  '/call sign_contract {"document":"lease"}',
];

interface Resource {
  id: string;
  run_id: string;
}

/** Holds one conversation of each kind, so that requests by id find something. */
export async function seedConversations({ baseUrl, apiKey, agentId }: FuzzTarget): Promise<KnownIds> {
  const call = async <Data>(path: string, body?: object): Promise<Data> => {
    const response = await fetch(`${baseUrl}${path}`, {
      headers: {
        authorization: `Bearer ${apiKey}`,
        'service-subject': subject,
        'content-type': 'application/json',
      },
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${path} answered ${response.status}`);
    return ((await response.json()) as { data: Data }).data;
  };
  const threads: string[] = [];
  const runs: string[] = [];
  for (const content of messages) {
    const thread = await call<Resource>('/v1/loom/threads', { agent_id: agentId });
    const message = await call<Resource>(`/v1/loom/threads/${thread.id}/messages`, { content });
    threads.push(thread.id);
    runs.push(message.run_id);
  }
  const [apiKeyOfRun] = await call<Resource[]>('/v1/api-keys');
  return { agents: [agentId], threads, runs, apiKeyId: apiKeyOfRun?.id ?? '' };
}
