import type { Thread } from '#contract/thread.ts';
import type { ApiClient } from '../support/api-client.ts';
import { confirm } from '../support/acting-run.ts';
import { say } from '../support/beside.ts';
import { actingPatch, json, publishActing, startHost } from '../support/acting.ts';
import { waitUntil } from '#tools/dev/processes/wait-until.ts';
import { publishPolicy } from '../support/policies.ts';
import { post, settled, startThread } from '#clients/raw/conversation.ts';
import type { Scenario } from './scenario.ts';

const pay = actingPatch('pay', { wired: { gate: 'confirm' } });
const payByPolicy = actingPatch('pay', { wired: { gate: { type: 'policy', policy: 'payments' } } });
const sign = actingPatch('sign', { interaction: 'proposed_action' });

/** A turn that makes so many calls that are held together. */
function holds(count: number): string {
  const calls = Array.from({ length: count }, (_, index) => `/call pay {"amount":${index + 1}}`);
  return [...calls, '---', '/say done'].join('\n');
}

/** A run whose calls are held together, on a host that may take its time. */
interface Held {
  client: ApiClient;
  thread: string;
  run: string;
  /** In the order of the model. */
  calls: string[];
  /** Makes the host answer from now on. */
  answer: () => void;
}

function holding(
  count: number,
  go: (held: Held) => Promise<void>,
  {
    ttl = 600,
    waits = false,
    script = holds(count),
    cooling,
  }: {
    ttl?: number;
    waits?: boolean;
    script?: string;
    /** For how many seconds an approved call cools off, counted from its hold. */
    cooling?: number;
  } = {},
): Scenario['play'] {
  return async (client) => {
    const host = await startHost();
    const answers = Promise.withResolvers<void>();
    if (!waits) answers.resolve();
    host.answer = (_, response) => {
      void answers.promise.then(() => json(response, 200, { ok: true }));
    };
    const limits = { max_turns: 24, pause_ttl_seconds: ttl };
    const rules = [{ name: 'all', then: 'hold', cooling_off_seconds: cooling }];
    if (cooling !== undefined) await publishPolicy(client, { rules });
    const paying = cooling === undefined ? pay : payByPolicy;
    const agent = await publishActing(client, host, [paying, sign], { limits });
    const thread = await startThread(client, agent.id);
    const run = await post(client, thread, script);
    await settled(client, run);
    const { data } = await client.get<Thread>(`/v1/loom/threads/${thread}`);
    const calls = (data.pending_confirmations ?? []).map(({ tool_call_id }) => tool_call_id);
    await go({ client, thread, run, calls, answer: answers.resolve });
    const ended = async () => (await settled(client, run)).terminal;
    await waitUntil(ended, { timeoutMs: 60_000, what: 'the run ends' });
    await host.stop();
    return run;
  };
}

async function approve({ client, run, calls }: Held, ...places: number[]): Promise<void> {
  for (const place of places) await confirm(client, run, calls[place] ?? '');
}

/** Paths of runs whose calls are held together. */
export const heldScenarios: Scenario[] = [
  {
    // Each is made as soon as it is approved, while the others wait.
    name: 'held-together-approved-in-another-order',
    play: holding(3, async (held) => await approve(held, 2, 0, 1)),
  },
  {
    // The first one has ended when the last decision comes, another one is on its way.
    name: 'held-together-resumed-with-one-in-flight',
    play: holding(
      2,
      async (held) => {
        await approve(held, 1);
        await confirm(held.client, held.run, held.calls[0] ?? '', 'reject');
        held.answer();
      },
      { waits: true },
    ),
  },
  {
    name: 'held-together-cancelled-with-one-in-flight',
    play: holding(
      2,
      async (held) => {
        await approve(held, 1);
        await held.client.post(`/v1/loom/runs/${held.run}/cancel`);
        held.answer();
      },
      { waits: true },
    ),
  },
  {
    name: 'held-together-expired-after-an-approval',
    play: holding(2, async (held) => await approve(held, 0), { ttl: 3 }),
  },
  {
    // With calls that wait, and decisions in both of its executions.
    name: 'held-together-continues-as-new',
    suggestsAfter: 30,
    play: holding(6, async (held) => await approve(held, 5, 4, 3, 2, 1, 0)),
  },
  {
    // It is sent at its time, and the run closes after it.
    name: 'cooling-call-of-a-cancelled-run',
    play: holding(
      2,
      async (held) => {
        await approve(held, 0);
        await held.client.post(`/v1/loom/runs/${held.run}/cancel`);
      },
      { cooling: 6 },
    ),
  },
  {
    // All of them cool off when it does.
    name: 'cooling-calls-continue-as-new',
    suggestsAfter: 30,
    play: holding(4, async (held) => await approve(held, 0, 1, 2, 3), { cooling: 15 }),
  },
  {
    // Its call is made while a run beside works, and its next turn waits for that.
    name: 'approved-while-a-run-works-beside',
    play: holding(1, async (held) => {
      await say(held.client, held.thread, '/sleep 3000\n/say Hello', 'beside');
      await approve(held, 0);
    }),
  },
];
