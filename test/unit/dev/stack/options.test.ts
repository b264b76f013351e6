import { expect, test } from 'vitest';
import { readStackOptions } from '#dev/stack/options.ts';

test('without settings the usual ports are tried and .dev holds the data', () => {
  expect(readStackOptions([], {}, '/checkout')).toMatchObject({
    fresh: false,
    devDir: '/checkout/.dev',
    api: { port: 8080 },
    temporal: { port: 7233 },
    temporalUi: { port: 8233 },
    mongodb: { port: 27_017 },
  });
});

test('PORT, TEMPORAL_UI_PORT, DEV_DIR and --fresh are read', () => {
  const env = { PORT: '9000', TEMPORAL_UI_PORT: '9001', DEV_DIR: '/elsewhere' };
  expect(readStackOptions(['--fresh'], env, '/checkout')).toMatchObject({
    fresh: true,
    devDir: '/elsewhere',
    api: { port: 9000 },
    temporalUi: { port: 9001 },
  });
});

test.for(['0', '65536', '80a', '8080.5', '-1'])('PORT=%s is refused in a sentence that names it', (PORT) => {
  expect(() => readStackOptions([], { PORT }, '/checkout')).toThrow(
    `PORT must be a port number from 1 to 65535, but is "${PORT}".`,
  );
});

test('an unknown option is refused in one sentence', () => {
  expect(() => readStackOptions(['--frehs'], {}, '/checkout')).toThrow(
    "Unknown option '--frehs': ./temporal-dev.sh takes --fresh and --help.",
  );
});

test('--help asks for help', () => {
  expect(readStackOptions(['--help'], {}, '/checkout')).toBe('help');
});
