import { expect, onTestFinished, test } from 'vitest';
import { startEchoHost } from '#dev/echo-host.ts';

test('the echo host answers with what it got', async () => {
  const host = await startEchoHost(0);
  onTestFinished(() => host.stop());
  const response = await fetch(`${host.url}/payments/7?dry=yes`, {
    method: 'PUT',
    headers: { 'idempotency-key': 'abc', 'content-type': 'application/json' },
    body: '{"amount":12}',
  });
  expect(response.headers.get('content-type')).toBe('application/json');
  expect(await response.json()).toMatchObject({
    method: 'PUT',
    path: '/payments/7',
    query: { dry: 'yes' },
    headers: { 'idempotency-key': 'abc' },
    body: { amount: 12 },
  });
});

test.for([
  ['', null],
  ['plain text', 'plain text'],
])('the body %j is echoed as %j', async ([body, echoed]) => {
  const host = await startEchoHost(0);
  onTestFinished(() => host.stop());
  const response = await fetch(host.url, { method: 'POST', body: body ?? '' });
  expect(await response.json()).toMatchObject({ body: echoed });
});
