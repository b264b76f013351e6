import { expect, it } from 'vitest';
import { allEndpoints } from '#api/endpoints.ts';
import { openApiDocument } from '#api/http/openapi/document.ts';
import { sharedService } from '../../support/service.ts';

const service = sharedService('without-worker');
const get = async (path: string) => await fetch(`${service.baseUrl}${path}`);

it('[operations.openapi] the description is served without a credential', async () => {
  const answer = await get('/openapi.json');
  expect([answer.status, answer.headers.get('content-type')]).toEqual([
    200,
    'application/json; charset=utf-8',
  ]);
  const description = (await answer.json()) as { openapi: string };
  expect(description).toEqual(JSON.parse(JSON.stringify(openApiDocument(allEndpoints))));
  expect(description.openapi).toBe('3.1.0');
});

it('[operations.docs] the reference is a page whose every part comes from here, and whose library browsers may keep', async () => {
  const page = await get('/docs');
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  const html = await page.text();
  const parts = [...html.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, url = '']) => url);
  const library = expect.stringMatching(/^\/docs\/lib-[\d.]+\/standalone\.esm\.js$/);
  expect(parts).toEqual([
    '/console/favicon.svg',
    library,
    '/docs/openapi.json',
    '/docs/reference.css',
    '/docs/start.js',
  ]);
  const types = await Promise.all(
    parts.slice(1).map(async (url) => {
      const part = await get(url);
      const text = await part.text();
      return [
        part.status,
        part.headers.get('content-type')?.split(';')[0],
        part.headers.get('cache-control'),
        text.length > 100,
      ];
    }),
  );
  expect(types).toEqual([
    [200, 'text/javascript', 'max-age=31536000,immutable', true],
    [200, 'application/json', null, true],
    [200, 'text/css', 'no-cache', true],
    [200, 'text/javascript', 'no-cache', true],
  ]);
});

it('[operations.docs] the browser is told to load nothing from elsewhere, and the reference to ask nobody else', async () => {
  const policy = (await get('/docs')).headers.get('content-security-policy') ?? '';
  const sources = policy.split(';').flatMap((directive) => directive.split(' ').slice(1));
  expect(new Set(sources)).toEqual(new Set(["'none'", "'self'", "'unsafe-inline'", 'data:']));
  expect(policy).toMatch(/script-src 'self';/);
  const start = await (await get('/docs/start.js')).text();
  expect(start).not.toMatch(/https?:/);
  for (const setting of ["url: '/docs/openapi.json'", 'telemetry: false', 'withDefaultFonts: false'])
    expect(start).toContain(setting);
});

it.each([
  '/docs/',
  '/docs/../package.json',
  '/docs/%2e%2e/package.json',
  '/docs/index.html',
  '/docs/constructor',
  '/docs/lib-1.0.0/standalone.esm.js',
  '/docs/lib-../start.js',
])('[operations.docs] there is nothing else at %s', async (path) => {
  expect((await get(path)).status).toBe(404);
});

it.each(['/docs', '/openapi.json', '/docs/openapi.json', '/docs/reference.css'])(
  '%s can only be got',
  async (path) => {
    const head = await fetch(`${service.baseUrl}${path}`, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
    const posted = await fetch(`${service.baseUrl}${path}`, { method: 'POST' });
    expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  },
);
