import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiClient } from '../support/api-client.ts';
import { post, publishScripted, settled, startThread } from '#clients/raw/conversation.ts';
import { actingScenarios } from './acting-scenarios.ts';
import { operatorScenarios } from './operator-scenarios.ts';
import { erasureScenarios } from './erasure-scenarios.ts';
import { heldScenarios } from './held-scenarios.ts';
import { orderScenarios } from './order-scenarios.ts';
import type { Scenario } from './scenario.ts';
import { webhookScenarios } from './webhook-scenarios.ts';

const say = async (client: ApiClient, content: string): Promise<string> => {
  const run = await post(client, await startThread(client), content);
  await settled(client, run);
  return run;
};

/** Every path of the workflows. */
export const scenarios: Scenario[] = [
  ...actingScenarios,
  ...operatorScenarios,
  ...erasureScenarios,
  ...heldScenarios,
  ...orderScenarios,
  ...webhookScenarios,
  { name: 'plain-reply', play: async (client) => await say(client, 'Hello') },
  {
    name: 'several-turns',
    play: async (client) =>
      await say(client, '/call unknown {"a":1}\n---\n/call unknown {}\n---\n/say Done.'),
  },
  {
    name: 'provider-fails-and-recovers',
    play: async (client) => await say(client, '/fail 2\n/say Here I am.'),
  },
  {
    // The workflow itself waits between two tries.
    name: 'provider-is-waited-for',
    play: async (client) => await say(client, '/fail 1\n/say Here I am.'),
  },
  {
    name: 'cancelled-while-provider-fails',
    play: async (client) => {
      const run = await post(client, await startThread(client), '/fail 4\n/say Here I am.');
      // During the last wait, which takes four seconds.
      await sleep(5500);
      await client.post(`/v1/loom/runs/${run}/cancel`);
      await settled(client, run);
      return run;
    },
  },
  { name: 'provider-keeps-failing', play: async (client) => await say(client, '/fail 99') },
  {
    // A turn without calls that does not end the run.
    name: 'reply-is-corrected',
    play: async (client) => {
      const agent = await publishScripted(client, { key: 'data', reply_schema: { type: 'object' } });
      const run = await post(
        client,
        await startThread(client, agent.id),
        '/say words\n---\n/say {"total": 1}',
      );
      await settled(client, run);
      return run;
    },
  },
  {
    name: 'reply-stays-invalid',
    play: async (client) => {
      const agent = await publishScripted(client, { key: 'data', reply_schema: { type: 'object' } });
      const run = await post(client, await startThread(client, agent.id), '/say words\n---\n/say more');
      await settled(client, run);
      return run;
    },
  },
  {
    name: 'turn-limit',
    play: async (client) => {
      const limits = { max_turns: 1, pause_ttl_seconds: 60 };
      const agent = await publishScripted(client, { key: 'short', limits });
      const run = await post(client, await startThread(client, agent.id), '/call unknown {}');
      await settled(client, run);
      return run;
    },
  },
  {
    name: 'waits-for-the-lock',
    play: async (client) => {
      const thread = await startThread(client);
      const first = await post(client, thread, '/sleep 500\n/say First.');
      const second = await post(client, thread, 'Second');
      await settled(client, first);
      await settled(client, second);
      return second;
    },
  },
  {
    name: 'cancelled-in-line',
    play: async (client) => {
      const thread = await startThread(client);
      const first = await post(client, thread, '/sleep 3000\n/say First.');
      const second = await post(client, thread, 'Second');
      await sleep(1000);
      await client.post(`/v1/loom/runs/${second}/cancel`);
      await settled(client, second);
      await settled(client, first);
      return second;
    },
  },
  {
    name: 'grants-the-lock',
    play: async (client) => {
      const thread = await startThread(client);
      const first = await post(client, thread, '/sleep 500\n/say First.');
      const second = await post(client, thread, 'Second');
      await settled(client, second);
      return first;
    },
  },
];
