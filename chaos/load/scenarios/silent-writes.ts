import type { Random } from '../../random.ts';
import { answerPlan } from '../answer-plans.ts';
import { callLine, post, type Scenario, script, startThread, untilSettled } from '../world.ts';

/** A call that may always be repeated. */
export const repeatableWrite: Scenario = silentWrite('repeatable write', 10, ['book', 'quote']);

/** A call whose repetition does harm. */
export const unrepeatableWrite: Scenario = silentWrite('unrepeatable write', 12, ['note', 'note', 'hold']);

/** Several concurrent calls of all kinds, in one turn or two. */
export const sideBySide: Scenario = {
  name: 'side by side',
  weight: 8,
  async play(world, random, mark) {
    const thread = await startThread(world, random);
    const turn = (name: string) =>
      Array.from({ length: random.int(2, 5) }, (_, index) =>
        callOf(random, random.pick(['book', 'note', 'hold', 'quote']), `${mark} ${name}${index}`),
      );
    const turns = random.chance(0.4) ? [turn('a'), turn('b')] : [turn('a')];
    const content = script(...turns, [`/say ${mark} done`]);
    const posted = await post(world, thread, { content, reply: `${mark} done` });
    if (posted.run_id !== undefined) await untilSettled(world, thread, posted.run_id);
  },
};

function silentWrite(name: string, weight: number, names: string[]): Scenario {
  return {
    name,
    weight,
    async play(world, random, mark) {
      const thread = await startThread(world, random);
      const content = script([callOf(random, random.pick(names), `${mark} call`)], [`/say ${mark} done`]);
      const posted = await post(world, thread, { content, reply: `${mark} done` });
      if (posted.run_id !== undefined) await untilSettled(world, thread, posted.run_id);
    },
  };
}

function callOf(random: Random, patch: string, mark: string): string {
  return callLine(patch, { mark, plan: answerPlan(random, patch) });
}
