import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPusher } from '#adapters/realtime/pusher.ts';
import { startService, type TestService } from '../../support/service.ts';

const page = '<!doctype html><title>Console</title>';
const script = 'console.log("hello")';
const realtime = createPusher(
  { appId: '1', key: 'k', secret: 's', cluster: 'eu', useTLS: true },
  { onFault: () => {} },
);

let service: TestService;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'heddle-console-'));
  const files = join(folder, 'dist');
  mkdirSync(join(files, 'assets'), { recursive: true });
  mkdirSync(join(files, '.vite'));
  const write = (name: string, content: string | Buffer) => writeFileSync(join(files, name), content);
  write('index.html', page);
  write('theme.js', script);
  write('.vite/manifest.json', '{}');
  write('assets/app-1a2b.js', script);
  write('assets/app-1a2b.js.br', brotliCompressSync(script));
  write('assets/app-1a2b.js.gz', gzipSync(script));
  write('../secret.json', 'secret');
  const console = { files, secureCookies: false, voice: false };
  service = await startService({ worker: false, realtime, services: { console } });
});
afterAll(async () => {
  await service.stop();
  await realtime.close();
  rmSync(folder, { recursive: true });
});

const get = async (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  await fetch(`${service.baseUrl}${path}`, { method, headers, redirect: 'manual' });

/** As it is, where `fetch` would tidy the path up. */
async function getRaw(path: string): Promise<{ status: number; body: string }> {
  const { hostname, port } = new URL(service.baseUrl);
  return await new Promise((resolve, reject) => {
    const sent = request({ hostname, port, path }, (response) => {
      const { statusCode: status = 0 } = response;
      text(response).then((body) => resolve({ status, body }), reject);
    });
    sent.on('error', reject).end();
  });
}

it('[console.served] the root leads to the console', async () => {
  const { status, headers } = await get('/');
  expect([status, headers.get('location')]).toEqual([302, '/console/']);
});

it.each(['/console', '/console/', '/console/runs/1', '/console/sign-in?code=x', '/console/patches/pay@1'])(
  '[console.served] %s is the page, which no cache keeps',
  async (path) => {
    const answer = await get(path);
    expect([answer.status, await answer.text()]).toEqual([200, page]);
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const head = await get(path, {}, 'HEAD');
    expect([head.status, await head.text()]).toEqual([200, '']);
  },
);

it('[console.served] a hashed file is kept for ever, and any other is asked for again', async () => {
  const hashed = await get('/console/assets/app-1a2b.js', { 'accept-encoding': 'identity' });
  expect([hashed.status, await hashed.text()]).toEqual([200, script]);
  expect(hashed.headers.get('content-type')).toMatch(/^(?:text|application)\/javascript; charset=utf-8$/);
  expect(hashed.headers.get('cache-control')).toBe('max-age=31536000,immutable');
  const other = await get('/console/theme.js');
  expect([await other.text(), other.headers.get('cache-control')]).toEqual([script, 'no-cache']);
});

it.each([
  ['br, gzip', 'br'],
  ['gzip', 'gzip'],
  ['identity', null],
])('[console.served] to a client that takes %s, a file comes as %s', async (accepted, encoding) => {
  const answer = await get('/console/assets/app-1a2b.js', { 'accept-encoding': accepted });
  expect(answer.headers.get('content-encoding')).toBe(encoding);
  expect(answer.headers.get('vary')).toContain('Accept-Encoding');
  expect(await answer.text()).toBe(script);
});

it.each([
  '/console/assets/app-9999.js',
  '/console/assets/',
  '/console/nothing.js',
  '/console/.vite/manifest.json',
  '/console/../secret.json',
  '/console/assets/../../secret.json',
  '/console/%2e%2e/secret.json',
  '/console/..%2fsecret.json',
  '/console/assets/%00.js',
  '/console/assets/%zz.js',
  '/console//etc/hosts.json',
])('[console.served] %s is no file of the console', async (path) => {
  const { status, body } = await getRaw(path);
  expect([status, JSON.parse(body)]).toMatchObject([404, { error: { code: 'not_found' } }]);
  expect(body).not.toContain('secret');
});

it('[console.served] nothing but GET and HEAD is possible', async () => {
  for (const path of ['/', '/console', '/console/assets/app-1a2b.js']) {
    const { status, headers } = await get(path, {}, 'POST');
    expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  }
});

it('[console.csp] only files of the service run, and it connects to the realtime provider alone', async () => {
  const { headers } = await get('/console/');
  const policy = Object.fromEntries(
    (headers.get('content-security-policy') ?? '').split(';').map((directive) => {
      const [name = '', ...sources] = directive.trim().split(' ');
      return [name, sources.join(' ')];
    }),
  );
  expect(policy).toEqual({
    'default-src': "'none'",
    'script-src': "'self'",
    'style-src': "'self'",
    'img-src': "'self' data: blob:",
    'font-src': "'self'",
    'media-src': "'self' blob:",
    'connect-src': "'self' wss://ws-eu.pusher.com",
    'manifest-src': "'self'",
    'base-uri': "'none'",
    'form-action': "'none'",
    'frame-ancestors': "'none'",
  });
  // For dictation, and nothing else of the device.
  expect(headers.get('permissions-policy')).toContain('camera=(), ');
  expect(headers.get('permissions-policy')).toContain('microphone=(self)');
  const session = await get('/console/session');
  expect(session.headers.get('content-security-policy')).toBe("default-src 'none';frame-ancestors 'none'");
});

it('[console.unbuilt] without its files, the page says how to build them, and then it is there', async () => {
  const files = join(folder, 'later');
  const console = { files, secureCookies: false, voice: false };
  const other = await startService({ worker: false, services: { console } });
  const read = async () => {
    const answer = await fetch(`${other.baseUrl}/console/`);
    return [answer.status, await answer.text()];
  };
  expect(await read()).toEqual([503, expect.stringContaining('npm run console:build')]);
  mkdirSync(files);
  writeFileSync(join(files, 'index.html'), page);
  expect(await read()).toEqual([200, page]);
  await other.stop();
});
