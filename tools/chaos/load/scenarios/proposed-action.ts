import { setTimeout as sleep } from 'node:timers/promises';
import { hastySeconds } from '../patches.ts';
import { tellOutcome } from '../people.ts';
import { ask, callLine, cancel, hesitate, readThread, type Scenario, untilSettled } from '../world.ts';

/** A proposed action, and its outcome: reported by several clients at once, repeatedly, or too late. */
export const proposedAction: Scenario = {
  name: 'proposed action',
  weight: 8,
  async play(world, random, mark) {
    const late = random.pick(['no', 'no', 'no', 'expired', 'cancelled'] as const);
    const call = callLine('sign', { mark: `${mark} sign`, plan: '200' });
    const { thread, run } = await ask(world, random, [[call], [`/say ${mark} done`]], {
      agent: late === 'expired' ? 'hasty' : 'steady',
      reply: `${mark} done`,
      endings: late === 'no' ? ['finished'] : ['finished', late],
    });
    if (run?.state !== 'awaiting_outcome') return;
    const { pending_action: action } = await readThread(world, thread);
    if (action?.run_id !== run.id) return;
    if (late === 'expired') await sleep(hastySeconds * 1000 + random.int(-300, 1_500));
    if (late === 'cancelled') await cancel(world, thread, run.id);
    await hesitate(random, 1_000);
    const tell = async () =>
      await tellOutcome(world, thread, action, random.chance(0.7) ? 'occurred' : 'failed');
    await Promise.all(Array.from({ length: random.int(1, 3) }, tell));
    await untilSettled(world, thread, run.id);
    if (random.chance(0.3)) await tell();
  },
};
