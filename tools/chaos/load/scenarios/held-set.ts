import type { PendingConfirmation } from '#contract/thread.ts';
import type { StartedThread } from '../../journal/journal.ts';
import type { Random } from '../../random.ts';
import { answerPlan } from '../answer-plans.ts';
import { gatedKeys } from '../repeats.ts';
import { decide, decideMany, revise } from '../people.ts';
import {
  callLine,
  cancel,
  hesitate,
  post,
  readThread,
  type Scenario,
  script,
  startThread,
  untilSettled,
  type World,
} from '../world.ts';

/**
 * Several writes that one turn holds together, of one run or of two of a subject: people decide on them one by one and by requests
 * over some of them that overlap, correct some, and cancel in between, all at the same time and in any order.
 */
export const heldSet: Scenario = {
  name: 'held set',
  weight: 14,
  async play(world, random, mark) {
    const agent = random.chance(0.15) ? 'hasty' : 'steady';
    const isCancelled = random.chance(0.2);
    const first = await startThread(world, random, agent);
    const threads = [first];
    if (random.chance(0.3)) threads.push(await startThread(world, random, agent, first.subject));
    const sets = await Promise.all(
      threads.map(
        async (thread, index) =>
          await hold(world, random.fork(`set ${index}`), {
            thread,
            mark: `${mark} ${index}`,
            endings: [
              ...(agent === 'hasty' ? (['expired'] as const) : []),
              ...(isCancelled ? (['cancelled'] as const) : []),
            ],
          }),
      ),
    );
    const held = sets.flatMap(({ calls }) => calls);
    if (held.length === 0 || random.chance(0.05)) return;
    const acts = planned(world, random, { thread: first, held, mark });
    const [{ run } = { run: undefined }] = sets;
    if (isCancelled && run !== undefined)
      acts.splice(random.int(0, acts.length), 0, async () => await cancel(world, first, run));
    const waits = acts.map((_, index) => random.fork(`wait ${index}`));
    await Promise.all(
      acts.map(async (act, index) => {
        await hesitate(waits[index] ?? random, 2_500);
        await act();
      }),
    );
    for (const [index, { run: id }] of sets.entries()) {
      const thread = threads[index];
      if (id !== undefined && thread !== undefined) await untilSettled(world, thread, id);
    }
  },
};

/** Has an agent hold two to seven calls in one turn, sometimes beside one that is made at once. */
async function hold(
  world: World,
  random: Random,
  {
    thread,
    mark,
    endings,
  }: { thread: StartedThread; mark: string; endings: readonly ('expired' | 'cancelled')[] },
): Promise<{ run: string | undefined; calls: PendingConfirmation[] }> {
  const lines = Array.from({ length: random.int(2, 7) }, (_, index) => {
    const patch = random.pick(gatedKeys);
    return callLine(patch, argsOf(random, patch, `${mark} pay ${index}`));
  });
  if (random.chance(0.3))
    lines.push(callLine('note', { mark: `${mark} note`, plan: answerPlan(random, 'note') }));
  const { run_id } = await post(world, thread, {
    content: script(lines, [`/say ${mark} done`]),
    reply: `${mark} done`,
    endings: ['finished', ...endings],
  });
  if (run_id === undefined) return { run: undefined, calls: [] };
  const run = await untilSettled(world, thread, run_id);
  if (run?.state !== 'awaiting_input') return { run: run_id, calls: [] };
  const { pending_confirmations: calls = [] } = await readThread(world, thread);
  return { run: run_id, calls: calls.filter((call) => call.run_id === run_id) };
}

/** The actions of people, in random order. More than one of them looks at most calls. */
function planned(
  world: World,
  random: Random,
  { thread, held, mark }: { thread: StartedThread; held: PendingConfirmation[]; mark: string },
): (() => Promise<void>)[] {
  return Array.from({ length: held.length + random.int(0, 3) }, (_, index) => {
    const call = random.pick(held);
    const decision = random.chance(0.7) ? ('approve' as const) : ('reject' as const);
    const copies = random.int(1, 2);
    const share = random.next();
    if (share < 0.15) {
      const patch = call.patch_ref.replace(/@\d+$/, '');
      const args = argsOf(random, patch, `${mark} corrected ${index}`);
      return async () => await revise(world, thread, call, args);
    }
    if (share < 0.55) return async () => await decide(world, thread, call, { decision, copies });
    const some = held.filter(() => random.chance(0.6));
    const items = shuffled(some.length === 0 ? [call] : some, random);
    const withDigests = random.chance(0.5);
    return async () => await decideMany(world, thread, items, { decision, copies, withDigests });
  });
}

function argsOf(random: Random, patch: string, mark: string) {
  return {
    mark,
    plan: answerPlan(random, patch),
    amount: random.int(1, 100_000) / 100,
    to: random.pick(['Ada', 'Bo', 'Cy & Sons']),
  };
}

function shuffled<Item>(items: readonly Item[], random: Random): Item[] {
  return items
    .map((item) => ({ item, at: random.next() }))
    .toSorted((one, other) => one.at - other.at)
    .map(({ item }) => item);
}
