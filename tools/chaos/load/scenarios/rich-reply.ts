import { ask, callLine, type Scenario } from '../world.ts';

/** A reply with a plan and a block, and one that hands over to a person. */
export const richReply: Scenario = {
  name: 'rich reply',
  weight: 4,
  async play(world, random, mark) {
    const plan = callLine('update_plan', { steps: [{ title: mark, status: 'active' }] });
    const block = callLine('show_block', { kind: 'card', payload: { text: mark } });
    const handoff = random.chance(0.4) ? [[callLine('handoff', { reason: mark })]] : [];
    await ask(world, random, [[plan, block], ...handoff, [`/say ${mark} done`]], {
      endings: [handoff.length > 0 ? 'handoff' : 'finished'],
    });
  },
};
