import { createServer, type RequestListener } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ConnectionTest } from '#contract/connection.ts';
import type { ApiClient } from '../../support/api-client.ts';
import { createConnection, patchConnection } from '../../support/connections.ts';
import { type Host, startHost } from '../../support/acting.ts';
import { verdict } from '../../support/verdict.ts';
import { sharedService } from '../../support/service.ts';

const service = sharedService('without-worker');
let client: ApiClient;
let answer: RequestListener;
const host = createServer((request, response) => answer(request, response));
let url: string;
beforeAll(async () => {
  ({ client } = await service.workspace());
  host.listen(0, '127.0.0.1');
  await once(host, 'listening');
  url = `http://127.0.0.1:${(host.address() as AddressInfo).port}`;
});

afterAll(() => {
  host.close();
  host.closeAllConnections();
});

let tried = 0;
const tryHost = async (parts: Record<string, unknown>) => {
  const { id } = await createConnection(client, { name: `try-${(tried += 1)}`, ...parts });
  const { status, data } = await client.post<ConnectionTest>(`/v1/connections/${id}/test`);
  expect([status, data.duration_ms]).toEqual([200, expect.any(Number)]);
  const { duration_ms: _, ...result } = data;
  return result;
};

it('[connection.test] the host is asked for its base URL, with auth and headers', async () => {
  const seen: unknown[] = [];
  answer = ({ method, url: path, headers }, response) => {
    seen.push([method, path, headers.authorization, headers['x-region']]);
    response.end('{"secret": true}');
  };
  const auth = { type: 'bearer', token: 'hunter2' };
  const result = await tryHost({ base_url: `${url}/v1`, auth, headers: { 'X-Region': 'eu' } });
  expect(result).toEqual({ ok: true, status: 200 });
  expect(seen).toEqual([['GET', '/v1', 'Bearer hunter2', 'eu']]);
});

it.each([204, 301, 401, 404, 500])('[connection.test] a host that answers %i is there', async (status) => {
  answer = (_, response) => response.writeHead(status, { Location: 'http://10.0.0.1/' }).end();
  expect(await tryHost({ base_url: url })).toEqual({ ok: true, status });
});

it('[connection.test] a host that breaks the connection is reported', async () => {
  answer = (request) => request.socket.resetAndDestroy();
  expect(await tryHost({ base_url: url })).toEqual({
    ok: false,
    error: { code: 'reset', message: `The connection to ${url} broke before the answer was whole.` },
  });
});

it('[connection.test] a host that nobody serves is reported', async () => {
  // A port that was free a moment ago may be another test's by now; this one is never given away.
  expect(await tryHost({ base_url: 'http://127.0.0.1:1' })).toMatchObject({
    ok: false,
    error: { code: 'refused' },
  });
});

it('[connection.test] [outbound.private-addresses] a host at a private address is reported and not asked', async () => {
  expect(await tryHost({ base_url: 'http://10.0.0.1' })).toMatchObject({
    ok: false,
    error: { code: 'blocked_address' },
  });
});

/** The connection of a host, with secrets, that somebody who does not know them moves to another host. */
async function startMove(): Promise<{ id: string; old: Host; other: Host; stop: () => Promise<unknown> }> {
  const [old, other] = await Promise.all([startHost(), startHost()]);
  const { id } = await createConnection(client, {
    name: `move-${(tried += 1)}`,
    base_url: old.url,
    auth: { type: 'bearer', token: 'hunter2' },
    headers: { 'X-Region': 'hunter3' },
  });
  return { id, old, other, stop: async () => await Promise.all([old.stop(), other.stop()]) };
}

it('[connection.change.origin] [connection.test] a move that is refused sends nothing to the new host: what is tried is the old one', async () => {
  const { id, old, other, stop } = await startMove();
  const { port } = new URL(other.url);
  const auth = { type: 'bearer', token: 'other' };
  const moves = [
    { base_url: other.url },
    { base_url: `http://localhost:${port}` },
    { base_url: other.url, auth },
    { base_url: other.url, headers: {} },
    { base_url: old.url.replace('http:', 'https:') },
  ];
  for (const move of moves) {
    expect(verdict(await patchConnection(client, id, move))).toEqual([422, 'invalid_request']);
    expect((await client.post<ConnectionTest>(`/v1/connections/${id}/test`)).data).toMatchObject({
      ok: true,
    });
  }
  expect(other.calls).toEqual([]);
  expect(old.calls.map(({ headers }) => headers.authorization)).toEqual(moves.map(() => 'Bearer hunter2'));
  await stop();
});

it.each([
  ['new secrets', { auth: { type: 'bearer', token: 'other' }, headers: { 'X-Own': 'o' } }, 'Bearer other'],
  ['none', { auth: { type: 'none' }, headers: {} }, undefined],
])(
  '[connection.change.origin] [connection.test] after a move with %s the new host gets no old one',
  async (_, given, sent) => {
    const { id, old, other, stop } = await startMove();
    expect(verdict(await patchConnection(client, id, { base_url: other.url, ...given }))).toEqual([200]);
    expect((await client.post<ConnectionTest>(`/v1/connections/${id}/test`)).data).toMatchObject({
      ok: true,
    });
    expect(other.calls).toHaveLength(1);
    expect(other.calls[0]?.headers.authorization).toBe(sent);
    expect(JSON.stringify(other.calls)).not.toContain('hunter');
    expect(old.calls).toEqual([]);
    await stop();
  },
);
