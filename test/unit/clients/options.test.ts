import { afterEach, expect, it } from 'vitest';
import { ApiError, ConnectionError, Heddle, HeddleError } from '#heddle-client/index.ts';

const baseUrl = 'http://127.0.0.1:1';
const apiKey = 'sk_1';
const given = process.env['HEDDLE_API_KEY'];
afterEach(() => {
  if (given === undefined) delete process.env['HEDDLE_API_KEY'];
  else process.env['HEDDLE_API_KEY'] = given;
});

it.each([
  ['no address', { apiKey }, 'baseUrl is missing'],
  [
    'an address without a scheme',
    { baseUrl: '127.0.0.1:8280', apiKey },
    'baseUrl must be an address with http',
  ],
  ['the path of the API', { baseUrl: `${baseUrl}/v1/`, apiKey }, 'baseUrl must not end with /v1'],
  ['no key', { baseUrl, apiKey: '' }, 'apiKey is missing: give it as an option, or set HEDDLE_API_KEY'],
  [
    'a key with a line break',
    { baseUrl, apiKey: 'sk_secret\n' },
    'apiKey must be an API key or a session token',
  ],
  ['no time', { baseUrl, apiKey, timeoutMs: Number.NaN }, 'timeoutMs must be'],
  ['half a retry', { baseUrl, apiKey, maxRetries: 0.5 }, 'maxRetries must be'],
])(
  '[clients.options] a client with %s is not made, and the error names the option',
  (_title, options, message) => {
    delete process.env['HEDDLE_API_KEY'];
    const make = () => new Heddle(options as ConstructorParameters<typeof Heddle>[0]);
    expect(make).toThrow(HeddleError);
    expect(make).toThrow(message);
    expect(make).not.toThrow('sk_secret');
  },
);

it('[clients.options] takes the key from the environment', async () => {
  process.env['HEDDLE_API_KEY'] = 'sk_environment';
  let sent: Headers | undefined;
  const answer: typeof fetch = async (_url, init) => {
    sent = new Headers(init?.headers);
    return await Promise.resolve(
      Response.json({ data: [], pagination: { has_more: false, next_cursor: null } }),
    );
  };
  await new Heddle({ baseUrl, fetch: answer }).agents.list();
  expect(sent?.get('authorization')).toBe('Bearer sk_environment');
});

it('[clients.options] throws what the function for the key throws, at once', async () => {
  let calls = 0;
  const failing = () => {
    calls += 1;
    throw new Error('my token endpoint is down');
  };
  const heddle = new Heddle({ baseUrl, apiKey: failing });
  await expect(heddle.runs.get('run_1')).rejects.toThrow('my token endpoint is down');
  expect(calls).toBe(1);
});

it('[clients.connection-error] a failed connection names method and address, not the query, and why it failed', async () => {
  const heddle = new Heddle({ baseUrl, apiKey, maxRetries: 0 });
  const error = await heddle.runs.list({ thread_id: 'thread_of-bo' }).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(ConnectionError);
  expect(error).not.toBeInstanceOf(ApiError);
  expect((error as Error).message).toMatch(/^GET http:\/\/127\.0\.0\.1:1\/v1\/loom\/runs: .*/);
  expect((error as Error).message).not.toContain('thread_of-bo');
  expect((error as Error).message).not.toBe('GET http://127.0.0.1:1/v1/loom/runs: fetch failed');
});
