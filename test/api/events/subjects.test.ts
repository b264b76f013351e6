import { beforeAll, expect, it } from 'vitest';
import type { Event } from '#contract/event.ts';
import { Commit } from '#store/mongo/commit.ts';
import { requestEvent } from '#store/events/events.ts';
import { newId } from '#store/mongo/ids.ts';
import type { ApiClient } from '../../support/api-client.ts';
import { converse, publishScripted, startThread } from '#clients/raw/conversation.ts';
import { directClient, registerSigner } from '../../support/session-tokens.ts';
import { verdict } from '../../support/verdict.ts';
import { walk } from '../../support/walk.ts';
import { sharedService } from '../../support/service.ts';

interface Talk {
  thread: string;
  run: string;
}

const service = sharedService();
/** Relays for the workspace. */
let client: ApiClient;
/** With tokens: of ada, of bob, and of ada for one agent. */
let ada: ApiClient;
let bob: ApiClient;
let adaAndOne: ApiClient;
let talks: { ada: Talk; adaWithTwo: Talk; bob: Talk };
beforeAll(async () => {
  const workspace = await service.workspace();
  ({ client } = workspace);
  const signer = await registerSigner(client);
  const one = await publishScripted(client, { key: 'one' });
  const two = await publishScripted(client, { key: 'two' });
  ada = await directClient(client, signer, { sub: 'ada' });
  bob = await directClient(client, signer, { sub: 'bob' });
  adaAndOne = await directClient(client, signer, { sub: 'ada', agent_id: one.id });
  const talk = async (by: ApiClient, agent: string): Promise<Talk> => {
    const thread = await startThread(by, agent);
    return { thread, run: (await converse(by, thread, 'Hello')).id };
  };
  talks = { ada: await talk(ada, one.id), adaWithTwo: await talk(ada, two.id), bob: await talk(bob, one.id) };
  const direct = requestEvent(
    { id: newId(), workspace_id: workspace.id, origin: 'api', product: 'extract', subject_ref: 'ada' },
    { type: 'extract.completed', data: { result: {} } },
    new Date(),
  );
  await new Commit(service.db).insert('events', [direct]).write();
});

const listed = async (by: ApiClient, query = '') => (await by.get<Event[]>(`/v1/events${query}`)).data;
const threadsOf = (events: Event[]) => new Set(events.map(({ thread_id }) => thread_id));

it("[event.list.subject] a subject's list has the events of its threads and no others, by token and by Service-Subject", async () => {
  const whole = await listed(client, '?limit=100');
  expect(whole).toHaveLength(10);
  for (const [by, subject] of [
    [ada, 'ada'],
    [client.as('ada'), 'ada'],
    [bob, 'bob'],
    [client.as('bob'), 'bob'],
  ] as const) {
    const own = whole.filter(
      ({ thread_id, context }) => thread_id !== undefined && context.subject_ref === subject,
    );
    expect(own).not.toHaveLength(0);
    expect(await listed(by, '?limit=100')).toEqual(own);
    expect((await walk<Event>(by, '/v1/events?limit=2')).flatMap(({ data }) => data)).toEqual(own);
  }
  expect(await listed(client.as('nobody'))).toEqual([]);
});

it('[event.list.subject] the event of a direct call is the workspace’s, even if it names the subject', async () => {
  const query = '?type=extract.completed';
  expect(await listed(client, query)).toHaveLength(1);
  expect(await listed(ada, query)).toEqual([]);
  expect(await listed(client.as('ada'), query)).toEqual([]);
});

it('[event.list.subject] filters find nothing of another subject’s', async () => {
  expect(threadsOf(await listed(ada, `?thread_id=${talks.ada.thread}`))).toEqual(new Set([talks.ada.thread]));
  for (const query of [`?thread_id=${talks.bob.thread}`, `?run_id=${talks.bob.run}`]) {
    expect(await listed(ada, query)).toEqual([]);
    expect(await listed(client.as('ada'), query)).toEqual([]);
    expect(await listed(bob, query)).toHaveLength(3);
  }
});

it('[event.list.subject] [auth.token.agent-claim] a token for one agent sees the events of its threads with that agent', async () => {
  expect(threadsOf(await listed(ada))).toEqual(new Set([talks.ada.thread, talks.adaWithTwo.thread]));
  expect(threadsOf(await listed(adaAndOne))).toEqual(new Set([talks.ada.thread]));
  const [other] = await listed(ada, `?run_id=${talks.adaWithTwo.run}`);
  expect(verdict(await ada.get(`/v1/events/${other?.id}`))).toEqual([200]);
  expect(verdict(await adaAndOne.get(`/v1/events/${other?.id}`))).toEqual([404, 'not_found']);
});

it('[event.list.subject] an event is got by its own subject; for another one there is none', async () => {
  const [event] = await listed(bob);
  const path = `/v1/events/${event?.id}`;
  for (const by of [bob, client.as('bob'), client]) expect((await by.get(path)).data).toEqual(event);
  for (const by of [ada, client.as('ada')]) expect(verdict(await by.get(path))).toEqual([404, 'not_found']);
});

it('[pagination.foreign-cursor] a cursor of one subject is of no use for another, or for the workspace', async () => {
  const { pagination } = await ada.get('/v1/events?limit=1');
  const next = `/v1/events?limit=1&cursor=${pagination.next_cursor}`;
  expect(verdict(await ada.get(next))).toEqual([200]);
  for (const by of [bob, client, adaAndOne]) {
    expect(verdict(await by.get(next))).toEqual([422, 'invalid_cursor']);
  }
});

it('[event.list.subject] a page of a subject’s events is read from an index', async () => {
  const indexes = await service.db.events.indexes();
  expect(indexes).toContainEqual(
    expect.objectContaining({ key: { workspace_id: 1, 'context.subject_ref': 1, _id: -1 } }),
  );
});
