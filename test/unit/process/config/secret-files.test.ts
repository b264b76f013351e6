import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { EnvironmentError, variableNames } from '#process/config/environment.ts';
import { secretNames, withSecretFiles } from '#process/config/secret-files.ts';
import { temporaryDirectory } from '../../tools/dev/temporary-directory.ts';

function secretFile(content: string): string {
  const path = join(temporaryDirectory(), 'secret');
  writeFileSync(path, content);
  return path;
}

it.each(secretNames)('[config.secret-files] %s is read from the file that its variable names', (name) => {
  expect(variableNames).toContain(name);
  expect(withSecretFiles({ [`${name}_FILE`]: secretFile('s3cr=t\n'), PORT: '80' })).toMatchObject({
    [name]: 's3cr=t',
    PORT: '80',
  });
});

it('[config.secret-files] every variable that has a key, a secret, a token or headers is one', () => {
  const looksSecret = /(_API_KEY|_SECRET|SECRET_ACCESS_KEY|_TOKEN|_BEARER_\w+|MODEL_\w+_HEADERS|_KEYS)$/;
  expect(
    variableNames.filter(
      (name) => looksSecret.test(name) && !(secretNames as readonly string[]).includes(name),
    ),
  ).toEqual([]);
});

it('[config.secret-files] one line break at the end is dropped, and nothing else', () => {
  const read = (content: string) =>
    withSecretFiles({ PUSHER_SECRET_FILE: secretFile(content) })['PUSHER_SECRET'];
  expect([read('a'), read('a\r\n'), read(' a \n\n')]).toEqual(['a', 'a', ' a \n']);
});

it('[config.secret-files] an empty variable counts as not set', () => {
  const path = secretFile('k');
  expect(withSecretFiles({ OPENAI_API_KEY: '', OPENAI_API_KEY_FILE: path })['OPENAI_API_KEY']).toBe('k');
  expect(withSecretFiles({ OPENAI_API_KEY: 'k', OPENAI_API_KEY_FILE: '' })['OPENAI_API_KEY']).toBe('k');
});

it('[config.secret-files] each file that cannot be used is named, without its content', () => {
  const variables = {
    MONGODB_URI_FILE: '/nowhere',
    ENCRYPTION_KEYS_FILE: secretFile(''),
    PUSHER_SECRET: 'given',
    PUSHER_SECRET_FILE: secretFile('hunter2'),
  };
  expect(() => withSecretFiles(variables)).toThrow(
    new EnvironmentError(
      'MONGODB_URI_FILE: must be the path of a file that can be read and is not empty; ' +
        'ENCRYPTION_KEYS_FILE: must be the path of a file that can be read and is not empty; ' +
        'PUSHER_SECRET_FILE: is set together with PUSHER_SECRET',
    ),
  );
});
