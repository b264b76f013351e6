import { post, type Scenario, startThread, untilSettled } from '../world.ts';

/** Messages with plain replies, one after the other: with a key, without one, and sent twice at once under one. */
export const plainReply: Scenario = {
  name: 'plain reply',
  weight: 20,
  async play(world, random, mark) {
    const thread = await startThread(world, random);
    const messages = random.int(1, 3);
    for (let count = 1; count <= messages && !world.loadOver.aborted; count += 1) {
      const words = `${mark} plain ${count}`;
      const slow = random.chance(0.4);
      const content = slow ? `/sleep ${random.int(20, 800)}\n/say ${words}` : words;
      const reply = slow ? words : `You said: ${words}`;
      const keyed = random.chance(0.85);
      const posted = await post(world, thread, { content, reply, keyed, copies: random.int(1, 2) });
      if (posted.run_id === undefined) return;
      // Some users do not wait for the reply before they continue.
      if (random.chance(0.6)) await untilSettled(world, thread, posted.run_id);
    }
  },
};
