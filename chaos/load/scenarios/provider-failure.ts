import { callLine, post, type Scenario, script, startThread, untilSettled } from '../world.ts';

/** A model provider that fails several times and then works, on the first turn or after a call; or that never works. */
export const providerFailure: Scenario = {
  name: 'provider failure',
  weight: 5,
  async play(world, random, mark) {
    const thread = await startThread(world, random);
    const hopeless = random.chance(0.15);
    const failing = [`/fail ${hopeless ? 99 : random.int(1, 3)}`, `/say ${mark} done`];
    const call = callLine('book', { mark: `${mark} call`, plan: '200' });
    const content = random.chance(0.5) ? script([call], failing) : script(failing);
    const posted = await post(world, thread, {
      content,
      reply: `${mark} done`,
      endings: hopeless ? ['model_error'] : ['finished'],
    });
    if (posted.run_id !== undefined) await untilSettled(world, thread, posted.run_id);
  },
};
