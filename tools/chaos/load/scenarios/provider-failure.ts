import { ask, callLine, type Scenario } from '../world.ts';

/** A model provider that fails several times and then works, on the first turn or after a call; or that never works. */
export const providerFailure: Scenario = {
  name: 'provider failure',
  weight: 5,
  async play(world, random, mark) {
    const hopeless = random.chance(0.15);
    const failing = [`/fail ${hopeless ? 99 : random.int(1, 3)}`, `/say ${mark} done`];
    const call = callLine('book', { mark: `${mark} call`, plan: '200' });
    const steps = random.chance(0.5) ? [[call], failing] : [failing];
    const endings = [hopeless ? ('model_overloaded' as const) : ('finished' as const)];
    await ask(world, random, steps, { reply: `${mark} done`, endings });
  },
};
