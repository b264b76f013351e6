import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../../random.ts';
import type { RequestedErasure } from '../../journal/journal.ts';
import { callLine, hesitate, post, type Scenario, script, startThread, type World } from '../world.ts';

/** How a thread or a message of a subject is refused that is being erased, or whose thread is gone. */
const whileErased = ['erasure_running', 'not_found', 'awaiting_confirmation'];

/** The state of the subject's runs when the erasure begins: done, waiting, running, at the host, or paused. */
const lives: ((mark: string) => string[][])[] = [
  (mark) => [[`/say ${mark} done`]],
  (mark) => [['/sleep 1500', `/say ${mark} done`]],
  (mark) => [[callLine('note', { mark: `${mark} call`, plan: '200@1500' })], [`/say ${mark} done`]],
  (mark) => [[callLine('book', { mark: `${mark} call`, plan: '500,503+2,200' })], [`/say ${mark} done`]],
  (mark) => [[callLine('ask_user', { question: mark })]],
  (mark) => [[callLine('pay', { mark: `${mark} pay`, plan: '200', amount: 1, to: mark })]],
  (mark) => [[callLine('sign', { mark: `${mark} sign`, plan: '200' })]],
];

/**
 * A subject of its own is erased in the middle of its work, while it continues to write. A neighbour, whose name
 * differs only in its case, has a conversation meanwhile, like any other subject of the load.
 */
export const erasure: Scenario = {
  name: 'erasure',
  weight: 8,
  isOver: ({ erasuresOver }) => erasuresOver.aborted,
  async play(world, random, mark) {
    const erased: RequestedErasure = {
      subject: `gone-${mark}`,
      threads: [],
      messages: [],
      sent_at: 0,
      fate: { is: 'unknown' },
    };
    world.journal.erasures.push(erased);
    // Its requests are not in the journal, because no trace of them may remain at the end.
    const { threads, messages } = erased;
    const apart: World = { ...world, journal: { ...world.journal, threads, messages }, onThread: () => {} };
    await live(apart, random, erased.subject);
    await hesitate(random, 1_500);
    const neighbour = random.chance(0.5) ? talk(world, random, `GONE-${mark.toUpperCase()}`) : undefined;
    await Promise.all([erase(world, erased), goOn(apart, random, erased.subject)]);
    erased.quiet_at = Date.now();
    await neighbour;
  },
};

/** A few threads with a few runs each. */
async function live(world: World, random: Random, subject: string): Promise<void> {
  for (let threads = random.int(1, 2); threads > 0; threads -= 1) {
    const thread = await startThread(world, random, 'steady', subject);
    for (let left = random.int(1, 3); left > 0; left -= 1) {
      const content = script(...random.pick(lives)(`${subject} ${threads}${left}`));
      await post(world, thread, { content, mayBe: whileErased });
      await hesitate(random, 400);
    }
  }
}

async function erase({ client }: Pick<World, 'client'>, erased: RequestedErasure): Promise<void> {
  erased.sent_at = Date.now();
  const path = `/v1/subjects/${encodeURIComponent(erased.subject)}`;
  const reply = await client.send<{ id: string }>({ method: 'DELETE', path });
  erased.fate = reply.fate;
  if (reply.fate.is === 'accepted' && 'data' in reply) erased.id = reply.data.id;
}

/** It writes on. What is accepted before the erasure has begun is erased as well. */
async function goOn(world: World, random: Random, subject: string): Promise<void> {
  const [thread] = world.journal.threads;
  if (thread === undefined) return;
  for (let left = random.int(0, 4); left > 0; left -= 1) {
    await post(world, thread, { content: `${subject} goes on ${left}`, mayBe: whileErased });
    await sleep(random.int(0, 300));
  }
}

async function talk(world: World, random: Random, subject: string): Promise<void> {
  const thread = await startThread(world, random, 'steady', subject);
  const content = `${subject} stays`;
  await post(world, thread, { content, reply: `You said: ${content}` });
}
