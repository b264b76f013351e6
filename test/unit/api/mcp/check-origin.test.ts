import { expect, it } from 'vitest';
import { checkOrigin } from '#api/http/middleware/check-origin.ts';
import { ServiceError } from '#contract/errors.ts';

const isServed = (baseUrl: string, host: string, origin = '', corsOrigins: string[] | '*' = []): boolean => {
  try {
    checkOrigin({ host, origin }, { baseUrl, corsOrigins });
    return true;
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'forbidden') return false;
    throw error;
  }
};

const publicUrl = 'https://api.example';
const localUrl = 'http://127.0.0.1:8080';

it.each([
  [publicUrl, 'api.example', true],
  [publicUrl, 'api.example:443', true],
  [publicUrl, 'API.EXAMPLE', true],
  [publicUrl, 'evil.example', false],
  [publicUrl, 'api.example.evil.example', false],
  [publicUrl, 'localhost', false],
  [publicUrl, '127.0.0.1:8080', false],
  [publicUrl, '', false],
  [publicUrl, 'api.example/path', false],
  [publicUrl, 'user@api.example', true],
  [localUrl, 'localhost:8080', true],
  [localUrl, '[::1]:8080', true],
  [localUrl, '127.0.0.1', true],
  [localUrl, 'localhost.evil.example', false],
  [localUrl, '127.0.0.1.evil.example', false],
])('[mcp.server.origin] a service at %s that is asked as %s serves it: %s', (baseUrl, host, served) => {
  expect(isServed(baseUrl, host)).toBe(served);
});

it.each([
  [publicUrl, 'https://api.example', [], true],
  [publicUrl, 'http://api.example', [], false],
  [publicUrl, 'https://evil.example', [], false],
  [publicUrl, 'null', [], false],
  [publicUrl, 'http://localhost:6274', [], false],
  [publicUrl, 'https://app.example', ['https://app.example'], true],
  [publicUrl, 'https://evil.example', '*', true],
  [localUrl, 'http://localhost:6274', [], true],
  [localUrl, 'http://evil.example', [], false],
] as const)(
  '[mcp.server.origin] a service at %s serves a page of %s, with %j allowed: %s',
  (baseUrl, origin, allowed, served) => {
    const host = new URL(baseUrl).host;
    expect(isServed(baseUrl, host, origin, allowed === '*' ? '*' : [...allowed])).toBe(served);
  },
);
