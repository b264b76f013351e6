import {
  callLine,
  hesitate,
  post,
  readThread,
  type Scenario,
  script,
  startThread,
  untilSettled,
} from '../world.ts';

/** A question, and one answer or two that race for it. Occasionally nobody answers. */
export const question: Scenario = {
  name: 'question',
  weight: 8,
  async play(world, random, mark) {
    const thread = await startThread(world, random);
    const asked = callLine('ask_user', { question: `${mark} which one?` });
    const posted = await post(world, thread, {
      content: script([asked], [`/say ${mark} thanks`]),
      reply: `${mark} thanks`,
    });
    if (posted.run_id === undefined) return;
    const run = await untilSettled(world, thread, posted.run_id);
    if (run?.state !== 'awaiting_input' || random.chance(0.05)) return;
    const { pending_elicitation } = await readThread(world, thread);
    if (pending_elicitation?.run_id !== posted.run_id) return;
    await hesitate(random, 1_500);
    const answer = async (count: number) => {
      const content = `${mark} answer ${count}`;
      // The second one opens a run of its own.
      await post(world, thread, {
        content,
        reply: `You said: ${content}`,
        answers: run.id,
        copies: random.int(1, 2),
      });
    };
    await Promise.all(
      Array.from({ length: random.chance(0.3) ? 2 : 1 }, async (_, index) => await answer(index)),
    );
    await untilSettled(world, thread, run.id);
  },
};
