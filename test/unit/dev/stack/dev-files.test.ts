import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { devSecrets } from '#dev/stack/secrets.ts';
import { removeStackFile, writeStackFile } from '#dev/stack/stack-file.ts';
import { temporaryDirectory } from '../temporary-directory.ts';

const mode = (file: string): number => statSync(file).mode & 0o777;

test('secrets are made once, in their form, and only their owner may read them', () => {
  const directory = temporaryDirectory();
  const secrets = devSecrets(directory);
  expect(secrets.api_key).toMatch(/^sk_[\w-]{43}$/);
  expect(Buffer.from(secrets.encryption_keys.replace(/^dev:/, ''), 'base64')).toHaveLength(32);
  expect(devSecrets(directory)).toEqual(secrets);
  expect(mode(join(directory, 'secrets.json'))).toBe(0o600);
});

test('stack.json appears whole, readable by its owner alone, and can be removed twice', () => {
  const directory = temporaryDirectory();
  writeStackFile(directory, {
    base_url: 'http://127.0.0.1:8080',
    workspace_id: 'w',
    api_key: 'k',
    agent_id: 'a',
    signing_key: { kid: 'kid', algorithm: 'HS256', secret: 's' },
    temporal_address: '127.0.0.1:7233',
    temporal_ui: null,
    mongodb_uri: 'mongodb://127.0.0.1:27017',
    console_url: 'http://127.0.0.1:8080/console/sign-in?code=c',
    pids: { api: 1, worker: 2, temporal: null, mongodb: null },
  });
  expect(readdirSync(directory)).toEqual(['stack.json']);
  expect(mode(join(directory, 'stack.json'))).toBe(0o600);
  removeStackFile(directory);
  removeStackFile(directory);
  expect(readdirSync(directory)).toEqual([]);
});
