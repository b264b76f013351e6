import { callLine, post, type Scenario, script, startThread, untilSettled } from '../world.ts';

/** A reply with a plan and a block, and one that hands over to a person. */
export const richReply: Scenario = {
  name: 'rich reply',
  weight: 4,
  async play(world, random, mark) {
    const thread = await startThread(world, random);
    const plan = callLine('update_plan', { steps: [{ title: mark, status: 'active' }] });
    const block = callLine('show_block', { kind: 'card', payload: { text: mark } });
    const handoff = callLine('handoff', { reason: mark });
    const handsOver = random.chance(0.4);
    const content = script([plan, block], ...(handsOver ? [[handoff]] : []), [`/say ${mark} done`]);
    const posted = await post(world, thread, { content, endings: [handsOver ? 'handoff' : 'finished'] });
    if (posted.run_id !== undefined) await untilSettled(world, thread, posted.run_id);
  },
};
