import { expect, it } from 'vitest';
import { sharedService } from '../../support/service.ts';

const service = sharedService('without-worker');
const get = async (path: string, init?: RequestInit) => await fetch(`${service.baseUrl}${path}`, init);

it('[operations.guides] /llms.txt lists pages, each of which is served, with links that lead to something that is served', async () => {
  const index = await get('/llms.txt');
  expect([index.status, index.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
  const paths = [...(await index.text()).matchAll(/\]\((?<path>\/docs\/\S+\.md)\)/g)].map(
    ({ groups }) => groups?.['path'] ?? '',
  );
  expect(paths).toContain('/docs/events.md');
  expect(paths).toContain('/docs/decisions/0001-one-write-per-step.md');
  const linked = new Set<string>();
  for (const path of paths) {
    const page = await get(path);
    expect([path, page.status, page.headers.get('content-type')]).toEqual([
      path,
      200,
      'text/markdown; charset=utf-8',
    ]);
    const text = await page.text();
    expect(text).toMatch(/^# /);
    const prose = text.replaceAll(/```[^]*?```|`[^`\n]*`/g, '`code`');
    for (const [, target = ''] of prose.matchAll(/\]\((?![a-z]+:|#)([^)\s#]+)/gi))
      linked.add(new URL(target, `${service.baseUrl}${path}`).pathname);
  }
  expect([...linked]).toContain('/openapi.json');
  for (const path of linked) expect([path, (await get(path)).status]).toEqual([path, 200]);
});

it.each([
  '/docs/../package.json',
  '/docs/%2e%2e/README.md',
  '/docs/..%2fREADME.md',
  '/docs/images/../../README.md',
  '/docs//etc/passwd',
  '/docs/nothing.md',
  '/docs/EVENTS.md',
])('[operations.guides] %s is nothing', async (path) => {
  expect((await get(path)).status).toBe(404);
});

it('[operations.guides] a page can only be read', async () => {
  const refused = await get('/docs/events.md', { method: 'POST' });
  expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  const head = await get('/docs/events.md', { method: 'HEAD' });
  expect([head.status, await head.text()]).toEqual([200, '']);
});
