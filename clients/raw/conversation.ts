import type { Agent } from '#contract/agent.ts';
import type { AcceptedMessage, Message } from '#contract/message.ts';
import type { Run } from '#contract/run.ts';
import type { CreatedThread } from '#contract/thread.ts';
import type { Client } from './client.ts';

/** Publishes an agent that plays scripts; parts of its definition can be given. */
export async function publishScripted(client: Client, parts: Partial<Agent> = {}): Promise<Agent> {
  const json = { key: 'scripted', name: 'Scripted', instructions: '', model_class: 'scripted', ...parts };
  return await client.call<Agent>('POST', '/v1/agents', { json });
}

/** Starts a thread of the client's subject with an agent, a new scripted one unless given. */
export async function startThread(client: Client, agentId?: string): Promise<string> {
  const agent_id = agentId ?? (await publishScripted(client)).id;
  return (await client.call<CreatedThread>('POST', '/v1/loom/threads', { json: { agent_id } })).id;
}

/** Posts a message; resolves to the id of its run. */
export async function post(client: Client, threadId: string, content: string): Promise<string> {
  const path = `/v1/loom/threads/${threadId}/messages`;
  return (await client.call<AcceptedMessage>('POST', path, { json: { content } })).run_id;
}

/** Waits until a run has left `running`. */
export async function settled(client: Client, runId: string): Promise<Run> {
  for (;;) {
    const run = await client.call<Run>('GET', `/v1/loom/runs/${runId}?wait=30`);
    if (run.state !== 'running') return run;
  }
}

/** Posts a message and waits for its run. */
export async function converse(client: Client, threadId: string, content: string): Promise<Run> {
  return await settled(client, await post(client, threadId, content));
}

/** The newest messages of a thread, oldest first. */
export async function messagesOf(client: Client, threadId: string): Promise<Message[]> {
  return await client.call<Message[]>('GET', `/v1/loom/threads/${threadId}/messages`);
}
