import type { Agent } from '#contract/agent.ts';
import type { AcceptedMessage, Message } from '#contract/message.ts';
import type { Run } from '#contract/run.ts';
import type { CreatedThread } from '#contract/thread.ts';
import type { ApiClient } from './api-client.ts';

/** Publishes an agent that plays scripts; parts of its definition can be given. */
export async function publishScripted(client: ApiClient, parts: Partial<Agent> = {}): Promise<Agent> {
  const { data } = await client.post<Agent>('/v1/agents', {
    key: 'scripted',
    name: 'Scripted',
    instructions: '',
    model_class: 'scripted',
    ...parts,
  });
  return data;
}

/** Starts a thread of the client's subject with an agent, a new scripted one unless given. */
export async function startThread(client: ApiClient, agentId?: string): Promise<string> {
  const agent_id = agentId ?? (await publishScripted(client)).id;
  const { data } = await client.post<CreatedThread>('/v1/loom/threads', { agent_id });
  return data.id;
}

/** Posts a message; resolves to the id of its run. */
export async function post(client: ApiClient, threadId: string, content: string): Promise<string> {
  const { status, data } = await client.post<AcceptedMessage>(`/v1/loom/threads/${threadId}/messages`, {
    content,
  });
  if (status !== 202) throw new Error(`the message was not accepted: ${status}`);
  return data.run_id;
}

/** Waits until a run has left `running`. */
export async function settled(client: ApiClient, runId: string): Promise<Run> {
  for (;;) {
    const { data } = await client.get<Run>(`/v1/loom/runs/${runId}?wait=30`);
    if (data.state !== 'running') return data;
  }
}

/** Posts a message and waits for its run. */
export async function converse(client: ApiClient, threadId: string, content: string): Promise<Run> {
  return await settled(client, await post(client, threadId, content));
}

/** The newest messages of a thread, oldest first. */
export async function messagesOf(client: ApiClient, threadId: string): Promise<Message[]> {
  const { data } = await client.get<Message[]>(`/v1/loom/threads/${threadId}/messages`);
  return data;
}
