import { expect, it } from 'vitest';
import { createOutboundHttp } from '#adapters/outbound-http/outbound-http.ts';
import type { OutboundRequest } from '#adapters/outbound-http/port.ts';
import { host } from './host.ts';

const limit = 1024 * 1024;
const outbound = createOutboundHttp({ allowPrivateAddresses: true });
const send = async (parts: Partial<OutboundRequest>) =>
  await outbound.send({
    workspaceId: 'w',
    method: 'GET',
    url: '',
    headers: {},
    timeoutMs: 120_000,
    ...parts,
  });

it('a request arrives as it was made, and its answer comes back', async () => {
  const echo = await host((request, response) => {
    response.setHeader('Set-Cookie', ['a=1', 'b=2']).writeHead(201, { 'X-Path': request.url });
    request.pipe(response);
  });
  const url = `${echo.url}/a%20b/c?d=e%26f#g`;
  const answer = await send({
    method: 'POST',
    url,
    headers: { 'Content-Type': 'text/plain' },
    body: 'Grüße',
  });
  expect(answer).toMatchObject({ status: 201, body: 'Grüße', bytes: 7 });
  expect(answer.headers).toMatchObject({ 'x-path': '/a%20b/c?d=e%26f', 'set-cookie': 'a=1, b=2' });
});

it('headers go out under their names, text beyond ASCII as UTF-8', async () => {
  const echo = await host((request, response) => response.end(JSON.stringify(request.headers)));
  const { body } = await send({ url: echo.url, headers: { 'Service-Subject': 'Zoë', 'User-Agent': 'Me' } });
  const { 'service-subject': subject, 'user-agent': agent } = JSON.parse(body) as Record<string, string>;
  expect([Buffer.from(subject ?? '', 'latin1').toString(), agent]).toEqual(['Zoë', 'Me']);
});

it.each([301, 302, 303, 307, 308])('[outbound.no-redirects] %i is an answer', async (status) => {
  const other = await host((_, response) => response.end('followed'));
  const first = await host((_, response) => response.writeHead(status, { Location: other.url }).end());
  expect(await send({ url: first.url })).toMatchObject({ status, headers: { location: other.url } });
  expect(other.connections).toBe(0);
});

it.each([429, 500, 503])('%i is an answer', async (status) => {
  const failing = await host((_, response) => response.writeHead(status, { 'Retry-After': '7' }).end('no'));
  const answer = await send({ url: failing.url });
  expect(answer).toMatchObject({ status, body: 'no', headers: { 'retry-after': '7' } });
});

it.each(['with its length', 'in chunks'])('[outbound.response-limit] 1 MiB %s is read', async (how) => {
  const large = await host((_, response) => {
    if (how === 'with its length') response.setHeader('Content-Length', limit);
    response.write(Buffer.alloc(limit - 1));
    response.end('x');
  });
  expect((await send({ url: large.url })).bytes).toBe(limit);
});

it.each(['with its length', 'in chunks', 'without an end'])(
  '[outbound.response-limit] more than 1 MiB %s fails, and the connection is dropped',
  async (how) => {
    const large = await host((_, response) => {
      if (how === 'with its length') response.setHeader('Content-Length', limit + 1);
      response.write(Buffer.alloc(limit + 1));
      if (how !== 'without an end') response.end();
    });
    await expect(send({ url: large.url })).rejects.toMatchObject({ code: 'too_large', effect: 'unknown' });
    await large.closed();
  },
);

it('[outbound.response-limit] headers without measure fail', async () => {
  const large = await host((_, response) => response.setHeader('X-Large', 'x'.repeat(100_000)).end());
  await expect(send({ url: large.url })).rejects.toMatchObject({ code: 'too_large', effect: 'unknown' });
});

it('every call has a connection of its own, which is closed after it', async () => {
  const quick = await host((_, response) => response.end('ok'));
  for (let calls = 1; calls <= 3; calls += 1) {
    await send({ url: quick.url });
    await quick.closed();
    expect([quick.connections, quick.requests]).toEqual([calls, calls]);
  }
});

it('calls side by side do not wait for one another', async () => {
  const arrived = Promise.withResolvers<void>();
  const meeting = await host((_, response) => {
    if (meeting.requests === 10) arrived.resolve();
    void arrived.promise.then(() => response.end('ok'));
  });
  const answers = await Promise.all(Array.from({ length: 10 }, () => send({ url: meeting.url })));
  expect(answers.every(({ status }) => status === 200)).toBe(true);
});
