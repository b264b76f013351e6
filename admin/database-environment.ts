import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type DatabaseEnvironment, parseDatabaseEnvironment } from '#config/environment.ts';

/**
 * The database of the command: that of MONGODB_URI or, without it, that of the development stack that runs here.
 * @throws {EnvironmentError} if there is neither
 */
export function databaseEnvironment(): DatabaseEnvironment {
  const given = process.env['MONGODB_URI'] ?? stackMongodb();
  return parseDatabaseEnvironment({ ...process.env, MONGODB_URI: given });
}

function stackMongodb(): string | undefined {
  const file = join(process.env['DEV_DIR'] ?? '.dev', 'stack.json');
  try {
    return (JSON.parse(readFileSync(file, 'utf8')) as { mongodb_uri: string }).mongodb_uri;
  } catch {
    return undefined;
  }
}
