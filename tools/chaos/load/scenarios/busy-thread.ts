import type { Ending } from '../../journal/journal.ts';
import { callLine, cancel, post, type Scenario, script } from '../world.ts';

/** The most messages that may wait. A longer queue would only measure itself. */
const longestLine = 15;
let inLine = 0;

/** Several concurrent messages to a thread that everybody posts to. Their runs work one after the other. */
export const busyThread: Scenario = {
  name: 'busy thread',
  weight: 8,
  async play(world, random, mark) {
    const { client, busyThread: thread } = world;
    if (inLine > longestLine) return;
    const send = async (count: number) => {
      const words = `${mark} busy ${count}`;
      const acting = random.chance(0.3);
      const content = acting
        ? script([callLine('note', { mark: words, plan: '200@100' })], [`/say ${words}`])
        : `/sleep ${random.int(0, 100)}\n/say ${words}`;
      const cancelled = random.chance(0.1);
      inLine += 1;
      const endings: Ending[] = cancelled ? ['finished', 'cancelled'] : ['finished'];
      const { run_id } = await post(world, thread, { content, reply: words, endings });
      if (run_id !== undefined && cancelled) await cancel(world, thread, run_id);
      if (run_id !== undefined) {
        await client.read(`/v1/loom/runs/${run_id}?wait=20`, thread.subject, 20_000).catch(() => undefined);
      }
      inLine -= 1;
    };
    await Promise.all(Array.from({ length: random.int(1, 4) }, async (_, index) => await send(index)));
  },
};
