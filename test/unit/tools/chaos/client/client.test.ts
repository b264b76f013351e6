import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { ChaosClient } from '#tools/chaos/client/client.ts';
import { type Journal, newJournal } from '#tools/chaos/journal/journal.ts';
import { Random } from '#tools/chaos/random.ts';

const servers: Server[] = [];
let client: ChaosClient | undefined;
afterEach(async () => {
  await client?.close();
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

interface Request {
  api: number;
  key: string | undefined;
}

/** Two API processes with scripted answers, one answer a request, and a client of theirs. */
async function clientOf(...answers: ((response: ServerResponse) => void)[]): Promise<{
  client: ChaosClient;
  journal: Journal;
  requests: Request[];
}> {
  const requests: Request[] = [];
  const urls = await Promise.all(
    [1, 2].map(async (api) => {
      const server = createServer((request: IncomingMessage, response) => {
        requests.push({ api, key: request.headers['idempotency-key']?.toString() });
        request.resume().on('end', () => answers[requests.length - 1]?.(response));
      });
      servers.push(server);
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    }),
  );
  const journal = newJournal();
  client = new ChaosClient(urls, 'sk_key', journal, new Random(1));
  return { client, journal, requests };
}

const answer =
  (status: number, body: unknown, headers: Record<string, string> = {}) =>
  (response: ServerResponse): void => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
  };
const accepted = answer(202, { status: 'success', data: { run_id: 'run' } });
const failed = (status: number, code: string) =>
  answer(status, { status: 'error', error: { code, message: '' } }, { 'request-id': 'request' });
const broken = (response: ServerResponse): void => void response.destroy();

describe('the client', () => {
  it('repeats, at the other process and under the same key, what was not answered or may be answered later', async () => {
    const { client, requests } = await clientOf(
      broken,
      failed(503, 'temporarily_unavailable'),
      failed(409, 'idempotency_in_flight'),
      failed(429, 'rate_limited'),
      accepted,
    );
    const reply = await client.send({ method: 'POST', path: '/', body: {} });
    expect(reply).toMatchObject({ fate: { is: 'accepted' }, data: { run_id: 'run' } });
    expect(new Set(requests.map(({ key }) => key)).size).toBe(1);
    expect(requests[0]?.key).toMatch(/^[0-9a-f-]{36}$/);
    expect(requests.map(({ api }) => api)).toEqual([2, 1, 2, 1, 2]);
  });

  it('sends without a key once only: what became of it nobody knows', async () => {
    const { client, requests } = await clientOf(broken, accepted);
    expect(await client.send({ method: 'POST', path: '/', body: {}, key: null })).toEqual({
      fate: { is: 'unknown' },
    });
    expect(requests).toHaveLength(1);
    expect(requests[0]?.key).toBeUndefined();
  });

  it('takes a refusal for an answer, and notes one that nobody expected', async () => {
    const { client, journal } = await clientOf(
      failed(404, 'unknown_confirmation'),
      failed(422, 'invalid_request'),
    );
    const wish = { method: 'POST', path: '/confirm', mayBe: ['unknown_confirmation'] } as const;
    expect((await client.send(wish)).fate).toMatchObject({ is: 'refused', code: 'unknown_confirmation' });
    expect(journal.oddAnswers).toEqual([]);
    await client.send(wish);
    expect(journal.oddAnswers).toMatchObject([
      { path: '/confirm', status: 422, code: 'invalid_request', request_id: 'request' },
    ]);
  });

  it('notes every 500, also when the repetition works', async () => {
    const { client, journal } = await clientOf(failed(500, 'internal_error'), accepted);
    expect((await client.send({ method: 'POST', path: '/x' })).fate.is).toBe('accepted');
    expect(journal.oddAnswers).toMatchObject([{ path: '/x', status: 500 }]);
    expect([...journal.requests]).toEqual([
      ['500', 1],
      ['202', 1],
    ]);
  });

  it('gives up when it is told to', async () => {
    const { client } = await clientOf(...Array.from({ length: 200 }, () => broken));
    client.giveUpAt(Date.now() + 200);
    expect((await client.send({ method: 'POST', path: '/' })).fate).toEqual({ is: 'unknown' });
  });

  it('reads a collection to its end', async () => {
    const page = (data: number[], next_cursor: string | null) =>
      answer(200, { data, pagination: { next_cursor } });
    const { client } = await clientOf(page([1, 2], 'next'), broken, page([3], null));
    expect(await client.readAll('/things?state=open')).toEqual([1, 2, 3]);
  });
});
