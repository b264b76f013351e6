import { ask, callLine, hesitate, post, readThread, type Scenario, untilSettled } from '../world.ts';

/** A question, and one answer or two that race for it. Occasionally nobody answers. */
export const question: Scenario = {
  name: 'question',
  weight: 8,
  async play(world, random, mark) {
    const asked = callLine('ask_user', { question: `${mark} which one?` });
    const reply = `${mark} thanks`;
    const { thread, run } = await ask(world, random, [[asked], [`/say ${reply}`]], { reply });
    if (run?.state !== 'awaiting_input' || random.chance(0.05)) return;
    const { pending_elicitation } = await readThread(world, thread);
    if (pending_elicitation?.run_id !== run.id) return;
    await hesitate(random, 1_500);
    const answers = Array.from({ length: random.chance(0.3) ? 2 : 1 }, async (_, count) => {
      const content = `${mark} answer ${count}`;
      // The second one opens a run of its own.
      const message = { content, reply: `You said: ${content}`, answers: run.id, copies: random.int(1, 2) };
      await post(world, thread, message);
    });
    await Promise.all(answers);
    await untilSettled(world, thread, run.id);
  },
};
