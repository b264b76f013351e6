import { expect, test } from 'vitest';
import { inWords } from '#dev/servers/show-progress.ts';
import { mongodbArguments } from '#dev/servers/start-mongodb.ts';
import { temporalArguments } from '#dev/servers/start-temporal.ts';
import { withoutCredentials } from '#dev/servers/use-mongodb.ts';

test('Temporal without a data directory keeps nothing and has no UI', () => {
  const line = temporalArguments({ port: 7233, uiPort: undefined, dataDir: undefined }).join(' ');
  expect(line).toContain('server start-dev --ip 127.0.0.1 --port 7233');
  expect(line).toContain('--headless');
  expect(line).not.toContain('--db-filename');
  expect(line).toContain('--search-attribute HeddleWorkspace=Keyword');
  expect(line).toContain('--dynamic-config-value history.transferProcessorMaxPollRPS=2000');
});

test('Temporal with a data directory keeps it in SQLite', () => {
  const line = temporalArguments({ port: 7233, uiPort: 8233, dataDir: '/data' }).join(' ');
  expect(line).toContain('--ui-port 8233');
  expect(line).toContain('--db-filename /data/temporal.sqlite --sqlite-pragma journal_mode=WAL');
});

test('the stand-in listens on the loopback interface and syncs every commit', () => {
  expect(mongodbArguments('stand-in', { port: 1, dataDir: '/data' }).join(' ')).toBe(
    '--host 127.0.0.1 --port 1 --storage-path /data --sync-on-commit --cache-size 256M',
  );
});

test('a mongod is the member of a replica set on the loopback interface', () => {
  const line = mongodbArguments('mongod', { port: 1, dataDir: '/data' }).join(' ');
  expect(line).toContain('--bind_ip 127.0.0.1 --port 1 --dbpath /data --replSet heddle');
});

test('an address is shown without what is secret in it', () => {
  expect(withoutCredentials('mongodb://me:secret@host:1/db?x=y')).toBe('mongodb://host:1/db?x=y');
});

test.for([
  [0, '0m00s'],
  [130_000, '2m10s'],
] as const)('%i ms are %s', ([ms, words]) => {
  expect(inWords(ms)).toBe(words);
});
