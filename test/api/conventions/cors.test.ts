import { describe, expect, it } from 'vitest';
import { perFile } from '../../support/per-file.ts';
import { sharedService, startService, type TestService } from '../../support/service.ts';

const own = 'https://app.example';
const other = 'https://app.example.evil';

/** The preflight of a browser before a request with a credential. */
const preflight = async ({ baseUrl }: TestService, origin: string, method = 'POST') =>
  await fetch(`${baseUrl}/v1/loom/threads`, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': method,
      'access-control-request-headers': 'authorization,content-type,idempotency-key',
    },
  });

const words = (value: string | null) => (value ?? '').split(',').map((word) => word.trim());

describe('with origins', () => {
  const service = perFile(() => startService({ worker: false, corsOrigins: ['http://localhost:3000', own] }));

  it('[operations.cors] a preflight of one of them is answered, without a credential', async () => {
    const answer = await preflight(service, own);
    expect(answer.status).toBe(204);
    expect(answer.headers.get('access-control-allow-origin')).toBe(own);
    expect(words(answer.headers.get('access-control-allow-methods'))).toEqual(
      expect.arrayContaining(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
    );
    expect(words(answer.headers.get('access-control-allow-headers'))).toEqual([
      'Authorization',
      'Content-Type',
      'Service-Subject',
      'Service-Actor',
      'Service-Connection',
      'Idempotency-Key',
      'Last-Event-ID',
      'Mcp-Session-Id',
      'Mcp-Protocol-Version',
      'Mcp-Method',
      'Mcp-Name',
    ]);
    expect(answer.headers.get('access-control-max-age')).toBe('7200');
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
    expect(words(answer.headers.get('vary'))).toContain('Origin');
  });

  it.each([
    ['a success', '/healthz', {}, 200],
    ['a missing credential', '/v1/agents', {}, 401],
    ['a path that does not exist', '/v1/nothing', {}, 404],
    ['a wrong method', '/healthz', { method: 'DELETE' }, 405],
  ])('[operations.cors] %s can be read, with its headers', async (_, path, init, status) => {
    const answer = await fetch(`${service.baseUrl}${path}`, { ...init, headers: { origin: own } });
    expect(answer.status).toBe(status);
    expect(answer.headers.get('access-control-allow-origin')).toBe(own);
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
    expect(words(answer.headers.get('vary'))).toContain('Origin');
    expect(words(answer.headers.get('access-control-expose-headers'))).toEqual([
      'Request-Id',
      'RateLimit-Limit',
      'RateLimit-Remaining',
      'RateLimit-Reset',
      'RateLimit',
      'RateLimit-Policy',
      'Retry-After',
      'Idempotency-Replayed',
      'Service-Voice-Cache',
      'Location',
      'WWW-Authenticate',
      'Mcp-Session-Id',
      'Mcp-Protocol-Version',
    ]);
  });

  it.each([other, 'http://app.example', 'https://app.example:8443', 'https://sub.app.example', 'null'])(
    '[operations.cors] %s is told nothing',
    async (origin) => {
      const asked = await preflight(service, origin);
      expect(asked.status).toBe(405);
      const answer = await fetch(`${service.baseUrl}/healthz`, { headers: { origin } });
      for (const { headers } of [asked, answer]) {
        expect([...headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
      }
      // A cache must not give one origin the answer to another.
      expect(words(answer.headers.get('vary'))).toContain('Origin');
    },
  );

  it('an OPTIONS that is no preflight is a wrong method', async () => {
    const answer = await fetch(`${service.baseUrl}/v1/agents`, {
      method: 'OPTIONS',
      headers: { origin: own },
    });
    expect(answer.status).toBe(405);
  });
});

describe('with any origin', () => {
  const service = perFile(() => startService({ worker: false, corsOrigins: '*' }));

  it('[operations.cors] every origin is welcome', async () => {
    const asked = await preflight(service, other, 'DELETE');
    expect([asked.status, asked.headers.get('access-control-allow-origin')]).toEqual([204, '*']);
    const answer = await fetch(`${service.baseUrl}/v1/agents`, { headers: { origin: other } });
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([401, '*']);
  });
});

describe('without origins', () => {
  const service = sharedService('without-worker');

  it('[operations.cors] no browser code may call', async () => {
    const asked = await preflight(service, own);
    expect([asked.status, asked.headers.get('access-control-allow-origin')]).toEqual([405, null]);
  });
});
