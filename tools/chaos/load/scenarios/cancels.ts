import { setTimeout as sleep } from 'node:timers/promises';
import { callLine, cancel, post, type Scenario, script, startThread } from '../world.ts';

/**
 * Scripts by what the run is doing when it is cancelled, and the longest time between the message and the cancellation.
 */
const moments: { withinMs: number; lines: (mark: string) => string[][] }[] = [
  { withinMs: 0, lines: (mark) => [[`/say ${mark} done`]] },
  { withinMs: 1_500, lines: (mark) => [['/sleep 1500', `/say ${mark} done`]] },
  {
    withinMs: 2_000,
    lines: (mark) => [[call('note', mark, '200@1500')], ['/sleep 500', `/say ${mark} done`]],
  },
  { withinMs: 2_500, lines: (mark) => [[call('book', mark, '500,503+2,200')], [`/say ${mark} done`]] },
  {
    withinMs: 2_500,
    lines: (mark) => [
      [
        call('book', `${mark} a`, '503+2,200'),
        call('note', `${mark} b`, '200@1200'),
        call('note', `${mark} c`, '200'),
      ],
      [`/say ${mark} done`],
    ],
  },
  { withinMs: 2_000, lines: (mark) => [[callLine('ask_user', { question: mark })], [`/say ${mark} done`]] },
  { withinMs: 2_000, lines: (mark) => [[payment(mark)], [`/say ${mark} done`]] },
  { withinMs: 2_000, lines: (mark) => [[call('sign', mark, '200')], [`/say ${mark} done`]] },
  { withinMs: 2_500, lines: (mark) => [['/fail 2', `/say ${mark} done`]] },
  { withinMs: 800, lines: (mark) => [['/sleep 300', callLine('ask_user', { question: mark })]] },
];

/** A cancellation at any moment, often repeated, sometimes by several clients at once. */
export const cancels: Scenario = {
  name: 'cancel',
  weight: 14,
  async play(world, random, mark) {
    const thread = await startThread(world, random);
    const { withinMs, lines } = random.pick(moments);
    const { run_id } = await post(world, thread, {
      content: script(...lines(mark)),
      endings: ['finished', 'cancelled'],
      reply: `${mark} done`,
    });
    if (run_id === undefined) return;
    await sleep(random.chance(0.15) ? 0 : random.int(0, withinMs));
    const once = async () => await cancel(world, thread, run_id);
    await Promise.all(Array.from({ length: random.int(1, 2) }, once));
    if (!random.chance(0.4)) return;
    await sleep(random.int(0, 1_000));
    await once();
  },
};

function call(patch: string, mark: string, plan: string): string {
  return callLine(patch, { mark: `${mark} call`, plan });
}

function payment(mark: string): string {
  return callLine('pay', { mark: `${mark} pay`, plan: '200', amount: 1, to: 'Ada' });
}
