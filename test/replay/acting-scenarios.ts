import type { Event } from '#contract/event.ts';
import type { Thread } from '#contract/thread.ts';
import { runWorkflowId, signalNames } from '#contract/temporal/names.ts';
import { actingPatch, publishActing, startHost } from '../support/acting.ts';
import { waitUntil } from '#tools/dev/processes/wait-until.ts';
import { ageNextApproval } from '../support/age-approval.ts';
import type { ApiClient } from '../support/api-client.ts';
import { putGroup } from '../support/approver-groups.ts';
import { backUp } from '../support/backup.ts';
import { publishPolicy } from '../support/policies.ts';
import { converse, post, settled, startThread } from '#clients/raw/conversation.ts';
import type { TestService } from '../support/start-service.ts';
import type { Scenario } from './scenario.ts';

const pay = actingPatch('pay', { wired: { gate: 'confirm' } });
const look = actingPatch('look');
const sign = actingPatch('sign', { interaction: 'proposed_action' });

type Go = (client: ApiClient, thread: string, run: string, service: TestService) => Promise<unknown>;

/** A run of an agent that acts, on a host of its own while the scenario plays. */
export function acting(script: string, go: Go, ttl = 600): Scenario['play'] {
  return actingWith([pay, look, sign], script, go, ttl);
}

function actingWith(
  patches: ReturnType<typeof actingPatch>[],
  script: string,
  go: Go,
  ttl = 600,
): Scenario['play'] {
  return async (client, service) => {
    const host = await startHost();
    const limits = { max_turns: 24, pause_ttl_seconds: ttl };
    const agent = await publishActing(client, host, patches, { limits });
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

/** Its calls are declined when nobody has decided within a second. */
const declined = actingPatch('pay', {
  wired: { gate: { type: 'confirm', ttl_seconds: 1, on_expiry: 'reject' } },
});
/** Its approvers are reminded and then others may approve, at two stages. */
const staged = actingPatch('pay', { wired: { gate: { type: 'policy', policy: 'payments' } } });

/** A policy whose stages remind and escalate at once. */
async function publishStaged(client: ApiClient): Promise<void> {
  await putGroup(client, 'finance', { name: 'Finance', members: ['recorded'] });
  await putGroup(client, 'board', { name: 'Board', members: ['recorded', 'another'] });
  const first = { approvals: 1, group: 'finance', remind_after: 1, escalate_after: 2, escalate_to: 'board' };
  const stages = [first, { approvals: 1, remind_after: 1 }];
  await publishPolicy(client, { rules: [{ name: 'all', then: 'hold', stages }] });
}

/** Waits until so many events of a type have been emitted. */
async function untilSignalled(client: ApiClient, run: string, type: string, count: number): Promise<void> {
  const isReported = async () =>
    (await client.get<Event[]>(`/v1/events?run_id=${run}&type=${type}`)).data.length === count;
  await waitUntil(isReported, { timeoutMs: 30_000, what: `${type} is emitted` });
}

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
  // In the activity of its turn, which also takes the next turn.
  {
    name: 'call-made-with-its-turn',
    play: acting('/call look {"amount":1}\n---\n/say done', async () => {}),
  },
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
    name: 'continues-as-new-before-calls',
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
    name: 'declined-when-it-expires',
    play: actingWith([declined], held, async (client, _, run) => {
      await settled(client, run);
      await untilSignalled(client, run, 'tool_call.completed', 1);
    }),
  },
  {
    // It is reminded and escalated at the first stage, reminded at the second one, and then approved.
    name: 'approvers-are-reminded',
    play: async (client, service) => {
      await publishStaged(client);
      return await actingWith([staged], held, async (user, thread, run) => {
        const approve = async (actor: string) =>
          await confirm('approve')(user.with({ headers: { 'service-actor': actor } }), thread, run);
        await settled(user, run);
        await untilSignalled(user, run, 'approval.escalated', 1);
        await approve('another');
        await untilSignalled(user, run, 'approval.reminder', 2);
        await approve('recorded');
      })(client, service);
    },
  },
  {
    // The signal comes before the pause, which then begins by looking at the store.
    name: 'told-before-it-pauses',
    play: acting(`/sleep 1000\n${held}`, async (client, thread, run, { temporal }) => {
      await temporal.workflow.getHandle(runWorkflowId(run)).signal(signalNames.lookAgain);
      await confirm('approve')(client, thread, run);
    }),
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
