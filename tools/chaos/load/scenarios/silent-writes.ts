import type { Random } from '../../random.ts';
import { answerPlan } from '../answer-plans.ts';
import { ask, callLine, type Scenario } from '../world.ts';

/** A call that may always be repeated. */
export const repeatableWrite = calling('repeatable write', 10, (random, mark) => [
  [callOf(random, ['book', 'quote'], `${mark} call`)],
]);

/** A call whose repetition does harm. */
export const unrepeatableWrite = calling('unrepeatable write', 12, (random, mark) => [
  [callOf(random, ['note', 'note', 'hold'], `${mark} call`)],
]);

/** Calls of an MCP server's tools, one that reads or some that write, side by side. */
export const silentTools = calling('silent tool', 10, (random, mark) => [
  Array.from({ length: random.int(1, 3) }, (_, index) =>
    callOf(random, ['mcp_look', 'mcp_jot', 'mcp_jot'], `${mark} ${index}`),
  ),
]);

/** Several concurrent calls of all kinds, in one turn or two. */
export const sideBySide = calling('side by side', 8, (random, mark) =>
  (random.chance(0.4) ? ['a', 'b'] : ['a']).map((name) =>
    Array.from({ length: random.int(2, 5) }, (_, index) =>
      callOf(random, ['book', 'note', 'hold', 'quote'], `${mark} ${name}${index}`),
    ),
  ),
);

/** A scenario whose run makes calls, turn by turn, and finishes. */
function calling(
  name: string,
  weight: number,
  turns: (random: Random, mark: string) => string[][],
): Scenario {
  return {
    name,
    weight,
    async play(world, random, mark) {
      const reply = `${mark} done`;
      await ask(world, random, [...turns(random, mark), [`/say ${reply}`]], { reply });
    },
  };
}

function callOf(random: Random, patches: string[], mark: string): string {
  const patch = random.pick(patches);
  return callLine(patch, { mark, plan: answerPlan(random, patch) });
}
