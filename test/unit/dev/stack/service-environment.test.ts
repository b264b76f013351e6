import { expect, test } from 'vitest';
import { readStackOptions } from '#dev/stack/options.ts';
import { serviceEnvironment } from '#dev/stack/service-environment.ts';

test('[dev-stack.loopback] the API and the worker listen on loopback, whatever the shell calls its host', () => {
  const options = readStackOptions([], { HOST: 'my-machine' }, '/');
  if (options === 'help') throw new Error('no options');
  const { api, worker } = serviceEnvironment({
    options,
    ports: {
      api: 1,
      apiMetrics: 2,
      workerMetrics: 3,
      bridge: 8082,
      echo: 4,
      temporal: 5,
      temporalUi: 6,
      mongodb: 7,
    },
    secrets: { api_key: 'k', encryption_keys: 'e', signing_secret: 's' },
    temporal_address: '127.0.0.1:5',
    temporal_ui: 'http://127.0.0.1:6',
    mongodb_uri: 'mongodb://127.0.0.1:7',
  });
  expect(api['TEMPORAL_UI_URL']).toBe('http://127.0.0.1:6');
  expect([api['HOST'], worker['HOST']]).toEqual(['127.0.0.1', '127.0.0.1']);
});
