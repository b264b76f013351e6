import type { Random } from '../../random.ts';
import { answerPlan } from '../answer-plans.ts';
import { decide } from '../people.ts';
import {
  ask,
  callLine,
  cancel,
  hesitate,
  post,
  readThread,
  type Scenario,
  untilSettled,
  type World,
} from '../world.ts';

/** A write held at a gate, and decisions that race for it, some of them sent twice, some against a cancellation. */
export const gatedWrite: Scenario = {
  name: 'gated write',
  weight: 14,
  play: async (world, random, mark) => await playGated(world, random, mark, 'pay'),
};

/** The same with a tool of an MCP server. */
export const gatedTool: Scenario = {
  name: 'gated tool',
  weight: 8,
  play: async (world, random, mark) => await playGated(world, random, mark, 'mcp_transfer'),
};

async function playGated(world: World, random: Random, mark: string, patch: string): Promise<void> {
  const call = callLine(patch, {
    mark: `${mark} pay`,
    plan: answerPlan(random, patch),
    amount: random.int(1, 100_000) / 100,
    to: random.pick(['Ada', 'Bo', 'Cy & Sons', '{{mark}}', '"; --']),
  });
  const cancelled = random.chance(0.15);
  const { thread, run } = await ask(world, random, [[call], [`/say ${mark} done`]], {
    reply: `${mark} done`,
    endings: cancelled ? ['finished', 'cancelled'] : ['finished'],
  });
  if (run?.state !== 'awaiting_input' || random.chance(0.05)) return;
  const { pending_confirmation: held } = await readThread(world, thread);
  if (held?.run_id !== run.id) return;
  await hesitate(random, 1_500);
  const people: Promise<unknown>[] = Array.from({ length: random.int(1, 4) }, async () => {
    const decision = random.chance(0.7) ? 'approve' : 'reject';
    await decide(world, thread, held, { decision, copies: random.int(1, 2) });
  });
  // A user who writes instead of deciding is refused, or comes late enough for a run of their own.
  if (random.chance(0.2)) {
    const content = `${mark} instead`;
    const message = { content, reply: `You said: ${content}`, mayBe: ['awaiting_confirmation'] };
    people.push(post(world, thread, message));
  }
  if (cancelled) people.push(hesitate(random, 200).then(async () => await cancel(world, thread, run.id)));
  await Promise.all(people);
  await untilSettled(world, thread, run.id);
  // Somebody with an outdated page decides once more.
  if (random.chance(0.2)) await decide(world, thread, held, { decision: 'approve' });
}
