import type { ApprovalPolicy } from '#contract/approval-policy.ts';
import type { Run, ToolCall } from '#contract/run.ts';
import { converse, startThread } from '#clients/raw/conversation.ts';
import { actingPatch, type Host, publishActing } from './acting.ts';
import { type Acting, callsOf } from './acting-run.ts';
import type { ApiClient } from './api-client.ts';
import { putGroup } from './approver-groups.ts';
import type { TestService } from './service.ts';

/** Fulfilled by calls whose amount is a number above another one. */
export const above = (amount: number) => ({
  properties: {
    args: { required: ['amount'], properties: { amount: { type: 'number', exclusiveMinimum: amount } } },
  },
});

export const allowAll = [{ name: 'all', then: 'allow' }];
export const holdAll = [{ name: 'all', then: 'hold' }];

/** A limit of 100 for the workspace a day, which denies what would pass it. */
export const daily = (parts: object = {}) => ({
  name: 'daily',
  amount: '/amount',
  per: 'day',
  scope: 'workspace',
  max: '100',
  then: 'deny',
  ...parts,
});

/** @throws {Error} if the policy is refused */
export async function publishPolicy(client: ApiClient, policy: object): Promise<ApprovalPolicy> {
  const { status, data, error } = await client.post<ApprovalPolicy>('/v1/approval-policies', {
    key: 'payments',
    ...policy,
  });
  if (status >= 300) throw new Error(`the policy is refused: ${JSON.stringify(error)}`);
  return data;
}

/** An agent that pays by a patch which the policy `payments` decides about, with groups and a thread of Ada's. */
export async function startPaying(
  service: TestService,
  policy: object,
  { host, groups = {}, patch = {} }: { host?: Host; groups?: Record<string, string[]>; patch?: object } = {},
): Promise<Acting> {
  const pay = actingPatch('pay', {
    wired: { gate: { type: 'policy', policy: 'payments' } },
    request: { method: 'POST', path: '/pay', body: { amount: '{{amount}}' } },
    ...patch,
  });
  const { id, client } = await service.workspace({ subject: 'ada' });
  for (const [key, members] of Object.entries(groups)) await putGroup(client, key, { name: key, members });
  await publishPolicy(client, policy);
  const agent = await publishActing(client, host, [pay]);
  return { workspace: id, client, agent, thread: await startThread(client, agent.id) };
}

/** Has the agent pay in a thread, a new one unless given, and waits until its run ends or is held. */
export async function pay(
  { client, agent }: Pick<Acting, 'client' | 'agent'>,
  args: object,
  threadId?: string,
): Promise<{ run: Run; thread: string; call: ToolCall }> {
  const thread = threadId ?? (await startThread(client, agent.id));
  const run = await converse(client, thread, `/call pay ${JSON.stringify(args)}`);
  const [call] = await callsOf(client, run.id);
  if (call === undefined) throw new Error('nothing was called');
  return { run, thread, call };
}
