import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { afterAll, expect, it } from 'vitest';
import { waitUntil } from '#tools/dev/processes/wait-until.ts';
import { converse, startThread } from '#clients/raw/conversation.ts';
import { eventsOf } from '../../support/events.ts';
import { readyTimeoutMs } from '../../support/patience.ts';
import { attemptsAt, createEndpoint, patchEndpoint } from '../../support/webhook-receiver.ts';
import { sharedService } from '../../support/service.ts';

const service = sharedService();
let example: ChildProcess | undefined;
const printed: string[] = [];
afterAll(async () => {
  if (example?.exitCode === null) {
    example.kill();
    await once(example, 'exit');
  }
});

/** Runs the example as its README says, on a port that is free. Resolves to its URL. */
async function startExample(secret: string): Promise<string> {
  const started = spawn(process.execPath, ['examples/webhook-receiver/receiver.ts'], {
    env: { PATH: process.env['PATH'], WEBHOOK_SECRET: secret, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  example = started;
  createInterface(started.stdout).on('line', (line) => printed.push(line));
  await waitUntil(() => printed.length > 0, { timeoutMs: readyTimeoutMs, what: 'the example listens' });
  const [, port] = /^listens on port (\d+)$/.exec(printed[0] ?? '') ?? [];
  return `http://127.0.0.1:${port}/`;
}

it('[webhook.signature] the example verifies what it is sent, takes each event once, and refuses what is not signed', async () => {
  const { client } = await service.workspace({ subject: 'ada' });
  const { id, secret } = await createEndpoint(client, 'http://127.0.0.1:9/');
  const url = await startExample(secret);
  expect((await patchEndpoint(client, id, { url })).status).toBe(200);
  const run = await converse(client, await startThread(client), 'Hello');
  const attempts = await attemptsAt(client, id, 3);
  expect(attempts.map(({ response_status }) => response_status)).toEqual([204, 204, 204]);
  const [again] = await eventsOf(service.db, run.id);
  await client.post(`/v1/webhook-endpoints/${id}/redeliver`, { event_id: again?._id });
  expect((await attemptsAt(client, id, 4))[3]).toMatchObject({ attempt: 2, response_status: 204 });
  const forged = await fetch(url, {
    method: 'POST',
    headers: {
      'webhook-id': 'evt_1',
      'webhook-timestamp': String(Math.floor(Date.now() / 1000)),
      'webhook-signature': 'v1,bm90IHNpZ25lZA==',
    },
    body: '{"type":"run.completed"}',
  });
  expect(forged.status).toBe(400);
  await waitUntil(() => printed.length > 3, { timeoutMs: 120_000, what: 'the example prints' });
  const lines = printed.slice(1).map((line) => JSON.parse(line) as { seq: number; type: string });
  expect(lines.toSorted((one, other) => one.seq - other.seq)).toEqual(
    (await eventsOf(service.db, run.id)).map(({ _id, type, seq }) => ({
      id: _id,
      type,
      run_id: run.id,
      seq,
    })),
  );
});
