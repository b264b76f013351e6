import { expect, it } from 'vitest';
import { consoleOriginOf } from '#api/http/authentication/own-requests.ts';
import { sessionCookies } from '#api/http/authentication/session-cookie.ts';

const host = 'console.example';
const page = { 'console-request': 'console', host };

it.each([
  ['a page under https', 'https://console.example', { origin: 'https://console.example' }, 'console'],
  ['the same page over http', 'https://console.example', { origin: 'http://console.example' }, undefined],
  [
    'a page at another name of the host',
    'https://api.example',
    { origin: 'https://console.example' },
    undefined,
  ],
  [
    'a page behind a proxy that changes the host',
    'https://api.example',
    { origin: 'https://api.example' },
    'console',
  ],
  ['a request without an origin', 'https://api.example', {}, 'console'],
  ['a page at the host that was asked', undefined, { origin: 'http://console.example' }, 'console'],
  ['a page at a local name', 'http://127.0.0.1:8080', { origin: 'http://console.example' }, 'console'],
  ['a page elsewhere', 'http://127.0.0.1:8080', { origin: 'http://evil.example' }, undefined],
] as const)('[console.csrf] %s: %s %o', (_, baseUrl, headers, origin) => {
  expect(consoleOriginOf({ ...page, ...headers }, baseUrl)).toBe(origin);
});

it('[console.cookie] under https the cookie says so', () => {
  expect(sessionCookies('x', 5, true)).toEqual([
    'heddle_console=x; Path=/v1; HttpOnly; SameSite=Strict; Max-Age=5; Secure',
    'heddle_console=x; Path=/console/session; HttpOnly; SameSite=Strict; Max-Age=5; Secure',
  ]);
});
