import { defined } from '#contract/defined.ts';
import type { Agent } from '#contract/agent.ts';
import type { ToolCall, Trace } from '#contract/run.ts';
import type { Thread } from '#contract/thread.ts';
import { type ActingPatch, type Host, publishActing } from './acting.ts';
import type { ApiAnswer, ApiClient } from './api-client.ts';
import { startThread } from '#clients/raw/conversation.ts';
import type { TestService } from './service.ts';

/** A workspace whose agent acts on a host, and a thread of its subject Ada. */
export interface Acting {
  workspace: string;
  client: ApiClient;
  agent: Agent;
  thread: string;
}

export async function startActing(
  service: TestService,
  parts: { host?: Host; patches?: ActingPatch[]; agent?: Partial<Agent>; credits?: number } = {},
): Promise<Acting> {
  const { host, patches = [], agent: definition, credits } = parts;
  const { id, client } = await service.workspace({
    subject: 'ada',
    ...defined({ credits }),
  });
  const agent = await publishActing(client, host, patches, definition);
  return { workspace: id, client, agent, thread: await startThread(client, agent.id) };
}

export async function threadOf(client: ApiClient, threadId: string): Promise<Thread> {
  return (await client.get<Thread>(`/v1/loom/threads/${threadId}`)).data;
}

export async function traceOf(client: ApiClient, runId: string): Promise<Trace> {
  return (await client.get<Trace>(`/v1/loom/runs/${runId}/trace`)).data;
}

/** The calls of a run as its trace shows them, in order. */
export async function callsOf(client: ApiClient, runId: string): Promise<ToolCall[]> {
  return (await traceOf(client, runId)).turns.flatMap((turn) => turn.tool_calls);
}

/** The call that the thread shows as held or proposed. */
export async function pendingCall(client: ApiClient, threadId: string): Promise<string> {
  const { pending_confirmation, pending_action } = await threadOf(client, threadId);
  const pending = pending_confirmation ?? pending_action;
  if (pending === undefined || pending === null) throw new Error('no call is pending');
  return pending.tool_call_id;
}

export async function confirm(
  client: ApiClient,
  runId: string,
  tool_call_id: string,
  decision = 'approve',
): Promise<ApiAnswer> {
  return await client.post(`/v1/loom/runs/${runId}/confirm`, { tool_call_id, decision });
}

export async function report(
  client: ApiClient,
  runId: string,
  tool_call_id: string,
  state = 'occurred',
  detail?: object,
): Promise<ApiAnswer> {
  return await client.post(`/v1/loom/runs/${runId}/outcome`, {
    tool_call_id,
    state,
    ...defined({ detail }),
  });
}
