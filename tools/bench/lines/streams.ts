import type { Client } from '#clients/raw/client.ts';
import { publishScripted, startThread } from '#clients/raw/conversation.ts';
import { Arrivals } from '../arrivals.ts';
import { follow } from '../follow.ts';
import { measure, type Work } from '../measure.ts';
import type { Bench } from '../start-bench.ts';
import type { Table } from '../tables.ts';
import { takeTurn } from '../turns.ts';

/** As many streams as a subject may have open on a process with the API. */
const mostOfSubject = 50;
/** Stored events of a plain turn, each of which every follower of its thread receives. */
const eventsOfTurn = 3;

/** Plain turns one after the other on threads whose events clients follow, beside turns on threads that nobody follows. */
export async function* measureStreams(bench: Bench): AsyncGenerator<Table> {
  const { id } = await publishScripted(bench.client);
  const threads: Followed[] = [];
  while (threads.length < bench.size(1000)) {
    const client = bench.client.as(`subject ${Math.floor(threads.length / mostOfSubject)}`);
    threads.push({ client, id: await startThread(client, id) });
  }
  const each = turnsWithFollowers(threads, 1);
  const crowd = turnsWithFollowers(
    threads.slice(0, 1),
    bench.size(mostOfSubject) * bench.apis.length,
    bench.apis,
  );
  const works = [turnsOn(threads, 'plain turn, no followers'), each.work, crowd.work];
  const rows = await measure(bench, { clients: 1, count: bench.size(100) }, works);
  for (const [index, { arrivals }] of [each, crowd].entries()) {
    Object.assign(rows[index + 1] ?? {}, arrivals.cells());
  }
  yield { title: 'Followers of events', rows };
}

/** A thread, and a client of its subject. */
interface Followed {
  client: Client;
  id: string;
}

function turnsOn(threads: Followed[], what: string): Work {
  let next = 0;
  return {
    what,
    work: async () => {
      const thread = threads[next++ % threads.length];
      if (thread !== undefined) await takeTurn(thread.client, thread.id);
    },
  };
}

/**
 * Turns on threads, each of which has so many followers.
 * @param apis the processes that the followers of a thread are spread over. Default: the first one
 */
function turnsWithFollowers(threads: Followed[], followers: number, apis: string[] = []) {
  const arrivals = new Arrivals();
  let stopping = new AbortController();
  const work: Work = {
    ...turnsOn(threads, `plain turn, threads: ${threads.length}, followers of each: ${followers}`),
    prepare: async (count) => {
      stopping = new AbortController();
      arrivals.expect(count * eventsOfTurn * followers);
      for (const { client, id } of threads) {
        for (let index = 0; index < followers; index += 1) {
          const api = apis[index % apis.length];
          const follower = api === undefined ? client : client.at(api);
          await follow(follower, id, stopping.signal, (event) => arrivals.note(event));
        }
      }
    },
    finish: async () => {
      await arrivals.all();
      stopping.abort();
    },
  };
  return { work, arrivals };
}
