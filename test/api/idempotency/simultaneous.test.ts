import { beforeAll, expect, it } from 'vitest';
import type { AcceptedMessage } from '#contract/message.ts';
import type { ApiClient } from '../../support/api-client.ts';
import { startThread } from '#clients/raw/conversation.ts';
import { isReplayed, withKey } from '../../support/idempotency.ts';
import { sharedService } from '../../support/service.ts';

const service = sharedService('quiet');
let apis: string[];
let client: ApiClient;
beforeAll(async () => {
  apis = [service.baseUrl, (await service.secondApi()).baseUrl];
  ({ client } = await service.workspace({ subject: 'ada' }));
});

it('[idempotency.simultaneous] of 100 requests with one key at two APIs one starts a run, and none another', async () => {
  const thread = await startThread(client);
  const keyed = withKey(client);
  const path = `/v1/loom/threads/${thread}/messages`;
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, index) =>
      keyed.at(apis[index % apis.length] ?? '').post<AcceptedMessage>(path, { content: 'Hello' }),
    ),
  );
  const worked = answers.filter((answer) => answer.status === 202 && !isReplayed(answer));
  const replays = answers.filter((answer) => answer.status === 202 && isReplayed(answer));
  const refused = answers.filter(
    ({ status, error }) => status === 409 && error.code === 'idempotency_in_flight',
  );
  expect([worked.length, replays.length + refused.length]).toEqual([1, 99]);
  expect(new Set([...worked, ...replays].map(({ data }) => data.run_id)).size).toBe(1);
  expect(await service.db.runs.countDocuments({ thread_id: thread })).toBe(1);
  expect(await service.db.messages.countDocuments({ thread_id: thread, role: 'user' })).toBe(1);
});

it('[idempotency.simultaneous] 50 keys, each at two APIs at once, start 50 runs', async () => {
  const threads = await Promise.all(Array.from({ length: 10 }, () => startThread(client)));
  const settle = async (index: number): Promise<string> => {
    const path = `/v1/loom/threads/${threads[index % threads.length]}/messages`;
    const keyed = withKey(client, `pair ${index}`);
    const pair = await Promise.all(
      apis.map((api) => keyed.at(api).post<AcceptedMessage>(path, { content: 'Hello' })),
    );
    const accepted = pair.filter(({ status }) => status === 202).map(({ data }) => data.run_id);
    expect(new Set(accepted).size).toBe(1);
    return accepted[0] ?? '';
  };
  const runs = await Promise.all(Array.from({ length: 50 }, (_, index) => settle(index)));
  expect(new Set(runs).size).toBe(50);
  expect(await service.db.runs.countDocuments({ thread_id: { $in: threads } })).toBe(50);
});
