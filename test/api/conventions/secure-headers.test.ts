import { expect, it } from 'vitest';
import { sharedService } from '../../support/service.ts';

const service = sharedService('without-worker');
const paths = ['/healthz', '/openapi.json', '/docs', '/docs/start.js', '/v1/agents', '/v1/nothing', '/%'];

it.each(paths)('%s is neither sniffed, framed nor sent on', async (path) => {
  const { headers } = await fetch(`${service.baseUrl}${path}`);
  expect(Object.fromEntries(headers)).toMatchObject({
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'strict-transport-security': 'max-age=31536000; includeSubDomains',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': expect.stringContaining('microphone=()'),
    'content-security-policy': expect.stringMatching(/default-src 'none'.*frame-ancestors 'none'/),
  });
  expect(headers.get('x-powered-by')).toBeNull();
  expect(headers.get('server')).toBeNull();
});

it.each(['/v1/agents', '/v1/nothing', '/v1'])('%s is kept by no cache', async (path) => {
  expect((await fetch(`${service.baseUrl}${path}`)).headers.get('cache-control')).toBe('no-store');
});

it('only the reference may run a script, and only its own', async () => {
  const policyOf = async (path: string) =>
    (await fetch(`${service.baseUrl}${path}`)).headers.get('content-security-policy');
  expect(await policyOf('/docs')).toContain("script-src 'self';");
  for (const path of ['/v1/agents', '/openapi.json', '/healthz', '/docsx']) {
    expect(await policyOf(path)).toBe("default-src 'none';frame-ancestors 'none'");
  }
});
