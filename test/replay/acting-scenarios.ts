import type { Thread } from '#contract/thread.ts';
import { runWorkflowId, signalNames } from '#contract/temporal/names.ts';
import { actingPatch, publishActing, startHost } from '../support/acting.ts';
import { ageNextApproval } from '../support/age-approval.ts';
import type { ApiClient } from '../support/api-client.ts';
import { backUp } from '../support/backup.ts';
import { converse, post, settled, startThread } from '#client/conversation.ts';
import type { TestService } from '../support/start-service.ts';
import type { Scenario } from './scenario.ts';

const pay = actingPatch('pay', { wired: { gate: 'confirm' } });
const look = actingPatch('look');
const sign = actingPatch('sign', { interaction: 'proposed_action' });

type Go = (client: ApiClient, thread: string, run: string, service: TestService) => Promise<unknown>;

/** A run of an agent that acts, on a host of its own while the scenario plays. */
export function acting(script: string, go: Go, ttl = 600): Scenario['play'] {
  return async (client, service) => {
    const host = await startHost();
    const limits = { max_turns: 24, pause_ttl_seconds: ttl };
    const agent = await publishActing(client, host, [pay, look, sign], { limits });
    const thread = await startThread(client, agent.id);
    const run = await post(client, thread, script);
    await go(client, thread, run, service);
    await settled(client, run);
    await host.stop();
    return run;
  };
}

/** The call that a run pauses for. */
export async function pendingOf(client: ApiClient, thread: string, run: string): Promise<string> {
  await settled(client, run);
  const { data } = await client.get<Thread>(`/v1/loom/threads/${thread}`);
  const call = data.pending_confirmation?.tool_call_id ?? data.pending_action?.tool_call_id;
  if (call === undefined) throw new Error('nothing is pending');
  return call;
}

const confirm = (decision: string) => async (client: ApiClient, thread: string, run: string) =>
  await client.post(`/v1/loom/runs/${run}/confirm`, {
    tool_call_id: await pendingOf(client, thread, run),
    decision,
  });

const outcome = (state: string) => async (client: ApiClient, thread: string, run: string) =>
  await client.post(`/v1/loom/runs/${run}/outcome`, {
    tool_call_id: await pendingOf(client, thread, run),
    state,
  });

/** A call that is held at its gate, and a reply after it. */
export const held = '/call pay {"amount":1}\n---\n/say done';

/** The paths of runs that call, pause, resume and are ended. */
export const actingScenarios: Scenario[] = [
  {
    name: 'question-answered',
    play: acting('/call ask_user {"question":"?"}\n---\n/say done', async (client, thread, run) => {
      await settled(client, run);
      await converse(client, thread, 'an answer');
    }),
  },
  { name: 'write-approved', play: acting(held, confirm('approve')) },
  { name: 'write-rejected', play: acting(held, confirm('reject')) },
  { name: 'outcome-occurred', play: acting('/call sign {}\n---\n/say done', outcome('occurred')) },
  {
    name: 'more-calls-than-at-once',
    play: acting(
      [...Array.from({ length: 18 }, () => '/call look {}'), '---', '/say done'].join('\n'),
      async () => {},
    ),
  },
  {
    // Continues as new, although no turn has an activity of its own.
    name: 'goes-on-as-new-before-calls',
    suggestsAfter: 30,
    play: acting(
      [...Array.from({ length: 6 }, () => '/call look {}'), '/say done'].join('\n---\n'),
      async () => {},
    ),
  },
  { name: 'outcome-failed', play: acting('/call sign {}\n---\n/say done', outcome('failed')) },
  { name: 'handoff', play: acting('/call handoff {"reason":"angry"}\n---\n/say bye', async () => {}) },
  {
    name: 'cancelled-at-work',
    play: acting('/sleep 60000', async (client, _, run) => await client.post(`/v1/loom/runs/${run}/cancel`)),
  },
  {
    name: 'cancelled-while-paused',
    play: acting(held, async (client, thread, run) => {
      await pendingOf(client, thread, run);
      await client.post(`/v1/loom/runs/${run}/cancel`);
    }),
  },
  {
    name: 'pause-expired',
    play: acting(held, async (client, thread, run) => await pendingOf(client, thread, run), 1),
  },
  {
    // Its timer counts from when the pause was stored.
    name: 'pause-expires-at-its-instant',
    play: acting(held, async (client, thread, run) => await pendingOf(client, thread, run), 1),
  },
  {
    // It is held again, and made after the second approval.
    name: 'approval-lapses',
    play: acting(held, async (client, thread, run, { db }) => {
      const tool_call_id = await pendingOf(client, thread, run);
      const undo = ageNextApproval(db, tool_call_id);
      await confirm('approve')(client, thread, run);
      await confirm('approve')(client, thread, run);
      undo();
    }),
  },
  {
    // Its approved call was made before, so it is not made again.
    name: 'store-restored-before-a-call',
    play: acting(
      `${held.split('\n')[0]}\n---\n/call sign {}\n---\n/say done`,
      async (client, thread, run, service) => {
        await pendingOf(client, thread, run);
        const restore = await backUp(service.db, thread, run);
        await confirm('approve')(client, thread, run);
        await pendingOf(client, thread, run);
        await restore();
        await confirm('approve')(client, thread, run);
        await service.temporal.workflow.getHandle(runWorkflowId(run)).signal(signalNames.lookAgain);
        await outcome('occurred')(client, thread, run);
      },
    ),
  },
  {
    name: 'parallel-calls-then-pauses',
    play: acting(
      '/call look {"amount":1}\n/call pay {"amount":2}\n/call look {"amount":3}\n/call sign {}\n---\n/say done',
      async (client, thread, run) => {
        await confirm('approve')(client, thread, run);
        await outcome('occurred')(client, thread, run);
      },
    ),
  },
];
