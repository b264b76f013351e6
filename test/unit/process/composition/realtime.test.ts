import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { connectRealtime } from '#process/composition/providers.ts';
import { parseEnvironment } from '#process/config/environment.ts';
import { createLogger } from '#process/config/logger.ts';
import { pusherSettings } from '#process/config/settings.ts';

const environment = (variables: NodeJS.ProcessEnv) =>
  parseEnvironment({
    MONGODB_URI: 'mongodb://127.0.0.1',
    ENCRYPTION_KEYS: `a:${randomBytes(32).toString('base64')}`,
    ...variables,
  });
const account = { PUSHER_APP_ID: '1', PUSHER_KEY: 'k', PUSHER_SECRET: 's' };

it('[config.variables] the realtime provider is reached as the variables say, with TLS unless told otherwise', () => {
  expect(pusherSettings(environment({ ...account, PUSHER_CLUSTER: 'eu' }))).toEqual({
    appId: '1',
    key: 'k',
    secret: 's',
    cluster: 'eu',
    useTLS: true,
  });
  const own = { ...account, PUSHER_HOST: 'realtime.example', PUSHER_PORT: '6001', PUSHER_USE_TLS: 'false' };
  expect(pusherSettings(environment(own))).toEqual({
    appId: '1',
    key: 'k',
    secret: 's',
    host: 'realtime.example',
    port: '6001',
    useTLS: false,
  });
});

it('[config.variables] without its variables there is no realtime provider', () => {
  expect(connectRealtime(environment({ PUSHER_KEY: '' }), createLogger('api', 'silent'))).toBeUndefined();
});

it.each([
  [{ PUSHER_KEY: 'k' }, 'PUSHER_APP_ID is not set; PUSHER_SECRET is not set; PUSHER_CLUSTER is not set'],
  [{ PUSHER_APP_ID: '1', PUSHER_KEY: 'k', PUSHER_HOST: 'h' }, 'PUSHER_SECRET is not set'],
  [account, 'PUSHER_CLUSTER is not set'],
  [
    { PUSHER_USE_TLS: 'true' },
    'PUSHER_APP_ID is not set; PUSHER_KEY is not set; PUSHER_SECRET is not set; PUSHER_CLUSTER is not set',
  ],
])(
  '[config.bad-value] half a realtime provider %o is an error that names what is missing',
  (given, message) => {
    expect(() => environment(given)).toThrow(expect.objectContaining({ name: 'EnvironmentError', message }));
  },
);

it.each([
  ['PUSHER_CLUSTER', 'https://eu'],
  ['PUSHER_HOST', 'http://realtime.example'],
  ['PUSHER_HOST', 'realtime.example:6001'],
  ['PUSHER_PORT', '0'],
  ['PUSHER_USE_TLS', 'yes'],
])('[config.bad-value] %s=%s is an error that names the variable', (name, text) => {
  expect(() => environment({ ...account, PUSHER_CLUSTER: 'eu', [name]: text })).toThrow(`${name}: `);
});
