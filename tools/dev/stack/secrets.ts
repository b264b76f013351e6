import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writePrivateJson } from './private-file.ts';

/** Secrets of the demo workspace. They are created once, because the data in `.dev/` can only be read with them. */
export type DevSecrets = {
  api_key: string;
  /** As in ENCRYPTION_KEYS: one key of 32 bytes. */
  encryption_keys: string;
  signing_secret: string;
};

/** Reads the secrets, or creates them on the first start. */
export function devSecrets(devDir: string): DevSecrets {
  const file = join(devDir, 'secrets.json');
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as DevSecrets;
  const secrets = {
    api_key: `sk_${randomBytes(32).toString('base64url')}`,
    encryption_keys: `dev:${randomBytes(32).toString('base64')}`,
    signing_secret: randomBytes(32).toString('base64url'),
  };
  writePrivateJson(file, secrets);
  return secrets;
}
