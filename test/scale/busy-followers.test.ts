import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { publishScripted } from '#clients/raw/conversation.ts';
import { followChat, followEvents, type Following, wronglyFollowed } from '../support/followed-replies.ts';
import { patience } from '../support/patience.ts';
import { perFile } from '../support/per-file.ts';
import { startProcessStack } from '../support/process-stack.ts';

vi.setConfig(patience);

const streams = 150;
/** Streams of one subject, which may have 50 open at an API. */
const ofSubject = 15;

const stack = perFile(() => startProcessStack('streams', { RATE_LIMIT_PER_MINUTE: '1000000' }));
let followings: Following[];
beforeAll(async () => {
  const other = await stack.startAnother('api');
  const workspaces = Array.from({ length: streams / ofSubject }, async (_, place) => {
    const { client, apiKey } = await stack.workspace();
    const { id: agent } = await publishScripted(client, { patches: [{ ref: 'update_plan@1' }] });
    return { client, apiKey, agent, baseUrl: place % 2 === 0 ? stack.apiUrl : other.url };
  });
  followings = await Promise.all(workspaces);
});

/** They take more cores than there are, from the processes of the service and from those that follow. */
const loops = Array.from({ length: availableParallelism() + 1 }, () =>
  spawn(process.execPath, ['-e', 'for (;;) {}']),
);
afterAll(() => {
  for (const loop of loops) loop.kill();
});

it('[event.deltas.before-completed] [chat.whole] streams of events and chats at two APIs, of replies of a worker, add up to every reply beside busy loops', async () => {
  const at = async (place: number) => {
    const following = followings[place % followings.length] as Following;
    return await (place % 3 === 0 ? followChat : followEvents)(following, Math.floor(place / 3));
  };
  expect(await wronglyFollowed(at, { count: streams, atOnce: streams })).toEqual([]);
});
