import type { Agent } from '#contract/agent.ts';
import type { EventType } from '#contract/event.ts';
import type { Run } from '#contract/run.ts';
import type { Thread } from '#contract/thread.ts';
import { actingPatch, type Host, publishActing } from './acting.ts';
import type { ApiClient } from './api-client.ts';
import { converse, settled } from '#clients/raw/conversation.ts';

/** Every type of event on a thread. */
export const threadEventTypes: EventType[] = [
  'run.started',
  'run.completed',
  'run.failed',
  'elicitation.requested',
  'action.proposed',
  'write.confirmation_requested',
  'write.approval_recorded',
  'handoff.requested',
  'message.completed',
  'tool_call.started',
  'tool_call.completed',
  'plan.updated',
  'message.delta',
  'message.block',
];

/** An agent that can cause every type of event. */
export async function publishTalkative(client: ApiClient, host: Host): Promise<Agent> {
  return await publishActing(client, host, [
    actingPatch('pay', {
      wired: { gate: { type: 'confirm', approvals: 2 } },
      risk: { base: 'high' },
      redact: { args: ['/to'], result: [] },
    }),
    actingPatch('sign', { interaction: 'proposed_action' }),
    actingPatch('look', { redact: { args: [], result: ['/secret'] } }),
  ]);
}

/** Plays runs that cause every type of event on a thread. Resolves to the runs, which have all ended. */
export async function playEveryEvent(client: ApiClient, threadId: string): Promise<Run[]> {
  const say = async (...steps: string[]) => await converse(client, threadId, steps.join('\n---\n'));
  const pending = async () => (await client.get<Thread>(`/v1/loom/threads/${threadId}`)).data;

  const acted = await say(
    '/say Let me see.\n/call update_plan {"steps":[{"title":"look","status":"active"}]}',
    '/call look {"amount":1}\n/call nothing {}',
    '/call show_block {"kind":"card","payload":{"amount":1}}',
    '/say All done.',
  );
  const asked = await say('/call ask_user {"question":"Which?"}', '/say {{last}}');
  await converse(client, threadId, 'The first');
  const paid = await say('/call pay {"amount":2,"to":"Bo"}', '/say {{last}}');
  const { pending_confirmation } = await pending();
  for (const decision of ['approve', 'reject']) {
    await client.post(`/v1/loom/runs/${paid.id}/confirm`, {
      tool_call_id: pending_confirmation?.tool_call_id,
      decision,
    });
  }
  const signed = await say('/call sign {"amount":3}', '/say {{last}}');
  const { pending_action } = await pending();
  await client.post(`/v1/loom/runs/${signed.id}/outcome`, {
    tool_call_id: pending_action?.tool_call_id,
    state: 'occurred',
  });
  const handed = await say('/call handoff {"reason":"a person is needed","summary":"short"}', '/say Bye.');
  const failed = await say('/bad', '/bad', '/bad', '/bad');
  return await Promise.all(
    [acted, asked, paid, signed, handed, failed].map(async ({ id }) => await settled(client, id)),
  );
}
