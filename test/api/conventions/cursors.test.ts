import { beforeAll, expect, it } from 'vitest';
import { definition } from '../../support/agents.ts';
import type { ApiClient } from '../../support/api-client.ts';
import { post, publishScripted, startThread } from '#clients/raw/conversation.ts';
import { verdict } from '../../support/verdict.ts';
import { sharedService } from '../../support/service.ts';

/** Collections with at least two items, each with a cursor to its second page. */
const service = sharedService('quiet');
let ada: ApiClient;
let other: ApiClient;
const cursors = new Map<string, string>();
beforeAll(async () => {
  ada = (await service.workspace({ subject: 'ada' })).client;
  other = (await service.workspace({ subject: 'ada' })).client;
  const bob = ada.as('bob');
  const threads: string[] = [];
  for (const client of [ada, other]) {
    await client.post('/v1/agents', definition());
    const { id } = await publishScripted(client);
    await publishScripted(client, { instructions: 'Again.' });
    for (const subject of client === ada ? [ada, ada, bob, bob] : [client, client]) {
      const thread = await startThread(subject, id);
      threads.push(thread);
      for (const content of ['One', 'Two']) await post(subject, thread, content);
    }
  }
  collections = collectionsOf(threads[0] as string, threads[1] as string, threads[4] as string);
  for (const [name, { client, path }] of Object.entries(collections)) {
    const { pagination } = await client().get(`${path}limit=1`);
    cursors.set(name, pagination.next_cursor as string);
  }
});

let collections: Record<string, { client: () => ApiClient; path: string }>;
const collectionsOf = (thread: string, second: string, foreign: string) => ({
  agents: { client: () => ada, path: '/v1/agents?' },
  'agents of a key': { client: () => ada, path: '/v1/agents?key=scripted&' },
  'agents of another workspace': { client: () => other, path: '/v1/agents?' },
  "ada's threads": { client: () => ada, path: '/v1/loom/threads?' },
  "bob's threads": { client: () => ada.as('bob'), path: '/v1/loom/threads?' },
  'all threads': { client: () => ada.ofWorkspace(), path: '/v1/loom/threads?' },
  'messages of a thread': { client: () => ada, path: `/v1/loom/threads/${thread}/messages?` },
  'messages of another thread': { client: () => ada, path: `/v1/loom/threads/${second}/messages?` },
  'messages of another workspace': { client: () => other, path: `/v1/loom/threads/${foreign}/messages?` },
  "ada's runs": { client: () => ada, path: '/v1/loom/runs?' },
  'all runs': { client: () => ada.ofWorkspace(), path: '/v1/loom/runs?' },
  'running runs': { client: () => ada, path: '/v1/loom/runs?state=running&' },
  'runs of a thread': { client: () => ada, path: `/v1/loom/runs?thread_id=${thread}&` },
});
const names = Object.keys(collectionsOf('', '', ''));

async function read(name: string, cursor: string) {
  const { client, path } = collections[name] as { client: () => ApiClient; path: string };
  return await client().get(`${path}cursor=${encodeURIComponent(cursor)}`);
}

it.each(names)(
  '[pagination.walk] [pagination.foreign-cursor] no cursor but their own leads on in %s',
  async (name) => {
    for (const [of, cursor] of cursors) {
      expect([of, verdict(await read(name, cursor))]).toEqual([
        of,
        of === name ? [200] : [422, 'invalid_cursor'],
      ]);
    }
  },
);

it.each(names)('[pagination.forged-cursor] what was made up or cut leads nowhere in %s', async (name) => {
  const issued = cursors.get(name) as string;
  for (const cursor of ['', '\0', '🧵', 'A'.repeat(3000), issued.slice(0, -1), `${issued}A`]) {
    expect([cursor, verdict(await read(name, cursor))]).toEqual([cursor, [422, 'invalid_cursor']]);
  }
});
